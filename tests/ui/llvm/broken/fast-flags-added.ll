; broken
define float @src(float %x, float %y) {
  %r = fmul float %x, %y
  ret float %r
}
define float @tgt(float %x, float %y) {
  %r = fmul fast float %x, %y
  ret float %r
}
