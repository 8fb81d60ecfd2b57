; broken
define i32 @twice(i32 %v) {
  %r = add i32 %v, %v
  ret i32 %r
}
define i32 @src(i32 noundef %x) {
  %r = call i32 @twice(i32 %x)
  ret i32 %r
}

define i32 @tgt(i32 noundef %x) {
  %r = shl i32 %x, 2
  ret i32 %r
}
