; broken
define float @src(float %x, float %y) {
  %a = fadd nsz float %x, %y
  %r = fsub nsz float %a, %y
  ret float %r
}
define float @tgt(float %x, float %y) {
  ret float %x
}
