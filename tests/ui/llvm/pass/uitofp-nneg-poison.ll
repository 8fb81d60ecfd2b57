; returns poison
define float @main() {
  %r = uitofp nneg i8 -1 to float
  ret float %r
}
