; broken
define i8 @src(i8 %x) {
  %r = sdiv i8 %x, 3
  ret i8 %r
}
define i8 @tgt(i8 %x) {
  %w = sext i8 %x to i16
  %m = mul i16 %w, 86
  %h = lshr i16 %m, 8
  %r = trunc i16 %h to i8
  ret i8 %r
}
