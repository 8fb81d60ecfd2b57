; broken
declare i32 @reads(ptr) memory(read)
define i32 @src(ptr %p) {
  store i32 1, ptr %p
  %r = call i32 @reads(ptr %p)
  store i32 2, ptr %p
  ret i32 %r
}
define i32 @tgt(ptr %p) {
  %r = call i32 @reads(ptr %p)
  store i32 2, ptr %p
  ret i32 %r
}
