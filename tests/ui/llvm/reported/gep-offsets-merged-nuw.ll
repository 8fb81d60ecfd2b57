; broken
; InstCombine: two additions of offsets merged with nuw.
define i8 @src(i8 %x) {
  %a = add i8 %x, 100
  %b = add i8 %a, 100
  ret i8 %b
}

define i8 @tgt(i8 %x) {
  %b = add nuw i8 %x, -56
  ret i8 %b
}
