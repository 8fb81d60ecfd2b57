; broken
define i32 @src(i32 %x) {
  %r = srem i32 %x, 16
  ret i32 %r
}

define i32 @tgt(i32 %x) {
  %r = and i32 %x, 15
  ret i32 %r
}
