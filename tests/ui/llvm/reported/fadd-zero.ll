; broken
; InstSimplify: x + 0.0 is not x for -0.0.
define float @src(float %x) {
  %r = fadd float %x, 0.0
  ret float %r
}

define float @tgt(float %x) {
  ret float %x
}
