; refines
define i8 @src(i8 noundef %x) {
  %r = sdiv i8 %x, 3
  ret i8 %r
}
define i8 @tgt(i8 noundef %x) {
  %w = sext i8 %x to i16
  %m = mul i16 %w, 86
  %h = lshr i16 %m, 8
  %t = trunc i16 %h to i8
  %s = lshr i8 %x, 7
  %r = add i8 %t, %s
  ret i8 %r
}
