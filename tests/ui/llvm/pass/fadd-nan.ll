; returns 1
define i1 @main() {
  %f = fadd float 0x7FF0000000000000, 0xFFF0000000000000
  %c = fcmp uno float %f, 0.0
  ret i1 %c
}
