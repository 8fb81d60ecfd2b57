; broken
define float @src(float %x) {
  %d = fpext float %x to double
  %r = fptrunc double %d to float
  ret float %r
}

define float @tgt(float %x) {
  ret float 1.0
}
