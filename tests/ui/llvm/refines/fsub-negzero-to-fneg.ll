; refines
define float @src(float %x) {
  %r = fsub float -0.0, %x
  ret float %r
}
define float @tgt(float %x) {
  %r = fneg float %x
  ret float %r
}
