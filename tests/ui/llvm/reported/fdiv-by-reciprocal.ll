; broken
; InstCombine: division by 3 as multiplication with its rounded reciprocal, without arcp.
define float @src(float %x) {
  %r = fdiv float %x, 3.0
  ret float %r
}

define float @tgt(float %x) {
  %r = fmul float %x, 0x3FD5555560000000
  ret float %r
}
