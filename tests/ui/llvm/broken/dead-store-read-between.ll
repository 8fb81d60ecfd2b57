; broken
define i32 @src(ptr %p, ptr %q) {
  store i32 7, ptr %p
  %r = load i32, ptr %q
  store i32 9, ptr %p
  ret i32 %r
}

define i32 @tgt(ptr %p, ptr %q) {
  %r = load i32, ptr %q
  store i32 9, ptr %p
  ret i32 %r
}
