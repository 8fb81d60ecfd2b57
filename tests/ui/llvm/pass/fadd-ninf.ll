; returns poison
define float @main() {
  %f = fadd ninf float 0x7FF0000000000000, 1.0
  ret float %f
}
