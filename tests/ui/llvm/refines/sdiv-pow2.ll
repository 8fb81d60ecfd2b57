; refines
define i32 @src(i32 noundef %x) {
  %r = sdiv i32 %x, 8
  ret i32 %r
}
define i32 @tgt(i32 noundef %x) {
  %s = ashr i32 %x, 31
  %b = lshr i32 %s, 29
  %a = add i32 %x, %b
  %r = ashr i32 %a, 3
  ret i32 %r
}
