; refines
define float @src(float %x, float %y) {
  %d = fsub float %x, %y
  %r = fneg float %d
  ret float %r
}

define float @tgt(float %x, float %y) {
  %d = fsub float %x, %y
  %s = fneg float %d
  ret float %s
}
