; broken
define i32 @src(ptr %p, ptr %q) {
  store i32 7, ptr %p
  store i32 9, ptr %q
  %r = load i32, ptr %p
  ret i32 %r
}

define i32 @tgt(ptr %p, ptr %q) {
  store i32 7, ptr %p
  store i32 9, ptr %q
  ret i32 7
}
