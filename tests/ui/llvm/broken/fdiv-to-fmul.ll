; broken
define float @src(float %x) {
  %r = fdiv float %x, 4.0
  ret float %r
}

define float @tgt(float %x) {
  %r = fmul float %x, 0.5
  ret float %r
}
