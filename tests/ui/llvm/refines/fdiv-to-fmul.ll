; refines
define float @src(float %x) {
  %r = fdiv float %x, 4.0
  ret float %r
}

define float @tgt(float %x) {
  %r = fmul float %x, 0.25
  ret float %r
}
