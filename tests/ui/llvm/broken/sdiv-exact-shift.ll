; broken
define i32 @src(i32 %x) {
  %r = sdiv i32 %x, 8
  ret i32 %r
}
define i32 @tgt(i32 %x) {
  %r = ashr exact i32 %x, 3
  ret i32 %r
}
