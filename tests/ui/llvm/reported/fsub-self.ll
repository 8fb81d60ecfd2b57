; broken
; InstSimplify: x - x is NaN for an infinity.
define float @src(float %x) {
  %r = fsub float %x, %x
  ret float %r
}

define float @tgt(float %x) {
  ret float 0.0
}
