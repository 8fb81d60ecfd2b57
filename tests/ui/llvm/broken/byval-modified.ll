; broken
define i32 @src(ptr %p) {
  %v = load i32, ptr %p
  call void @cb(ptr byval(i32) %p)
  %w = load i32, ptr %p
  %r = sub i32 %w, %v
  ret i32 %r
}
define internal void @cb(ptr byval(i32) %q) {
  store i32 9, ptr %q
  ret void
}
define i32 @tgt(ptr %p) {
  %v = load i32, ptr %p
  store i32 9, ptr %p
  %w = load i32, ptr %p
  %r = sub i32 %w, %v
  ret i32 %r
}
