; refines
define i32 @src(ptr %p) {
  store i32 7, ptr %p
  %r = load i32, ptr %p
  ret i32 %r
}

define i32 @tgt(ptr %p) {
  store i32 7, ptr %p
  ret i32 7
}
