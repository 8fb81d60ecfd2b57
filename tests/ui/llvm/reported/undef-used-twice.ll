; broken
; InstCombine: mul x, 2 became add x, x; an undef x differs at its two uses.
define i8 @src(i8 %x) {
  %r = mul i8 %x, 2
  ret i8 %r
}

define i8 @tgt(i8 %x) {
  %r = add i8 %x, %x
  ret i8 %r
}
