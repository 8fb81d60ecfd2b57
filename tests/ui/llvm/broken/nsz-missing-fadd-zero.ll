; broken
define float @src(float %x) {
  %r = fadd nnan float %x, 0.0
  ret float %r
}
define float @tgt(float %x) {
  ret float %x
}
