; broken
define i64 @src(i32 %x) {
  %m = and i32 %x, 2147483647
  %r = sext i32 %m to i64
  ret i64 %r
}

define i64 @tgt(i32 %x) {
  %r = zext i32 %x to i64
  ret i64 %r
}
