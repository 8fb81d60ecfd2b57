; broken
; InstCombine: freeze of a value with a flag is not the value.
define i8 @src(i8 %x) {
  %a = add nsw i8 %x, 1
  %f = freeze i8 %a
  ret i8 %f
}

define i8 @tgt(i8 %x) {
  %a = add nsw i8 %x, 1
  ret i8 %a
}
