; broken
define float @src(float %x, float %y) {
  %r = fadd float %x, %y
  ret float %r
}

define float @tgt(float %x, float %y) {
  %r = fadd nnan float %x, %y
  ret float %r
}
