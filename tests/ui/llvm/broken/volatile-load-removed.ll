; broken
define i32 @src(ptr %p) {
  %v = load volatile i32, ptr %p
  ret i32 0
}
define i32 @tgt(ptr %p) {
  ret i32 0
}
