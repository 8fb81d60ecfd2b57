; refines
define float @src(float %x, float %y) {
  %a = fadd reassoc nsz float %x, %y
  %r = fsub reassoc nsz float %a, %y
  ret float %r
}
define float @tgt(float %x, float %y) {
  ret float %x
}
