; broken
define i8 @src(i8 %x) {
  %r = lshr i8 %x, 1
  ret i8 %r
}
define i8 @tgt(i8 %x) {
  %r = lshr exact i8 %x, 1
  ret i8 %r
}
