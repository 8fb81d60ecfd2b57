; broken
; A trunc got nuw although upper bits may be set.
define i8 @src(i16 %x) {
  %a = and i16 %x, 511
  %r = trunc i16 %a to i8
  ret i8 %r
}

define i8 @tgt(i16 %x) {
  %a = and i16 %x, 511
  %r = trunc nuw i16 %a to i8
  ret i8 %r
}
