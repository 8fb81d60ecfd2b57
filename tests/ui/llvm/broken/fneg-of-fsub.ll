; broken
define float @src(float %x, float %y) {
  %d = fsub float %x, %y
  %r = fneg float %d
  ret float %r
}

define float @tgt(float %x, float %y) {
  %r = fsub float %y, %x
  ret float %r
}
