; broken
; InstCombine: the negation of an ordered comparison is unordered.
define i1 @src(float %x, float %y) {
  %c = fcmp olt float %x, %y
  %r = xor i1 %c, true
  ret i1 %r
}

define i1 @tgt(float %x, float %y) {
  %r = fcmp oge float %x, %y
  ret i1 %r
}
