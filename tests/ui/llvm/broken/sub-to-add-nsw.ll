; broken
define i32 @src(i32 %x) {
  %r = sub nsw i32 %x, -2147483648
  ret i32 %r
}

define i32 @tgt(i32 %x) {
  %r = add nsw i32 %x, -2147483648
  ret i32 %r
}
