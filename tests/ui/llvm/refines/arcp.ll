; refines
define float @src(float %x, float %y) {
  %r = fdiv arcp float %x, %y
  ret float %r
}
define float @tgt(float %x, float %y) {
  %i = fdiv arcp float 1.0, %y
  %r = fmul arcp float %x, %i
  ret float %r
}
