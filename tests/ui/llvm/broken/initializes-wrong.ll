; broken
define void @src(ptr %p) {
  store i32 1, ptr %p
  ret void
}
define void @tgt(ptr initializes((0, 8)) %p) {
  store i32 1, ptr %p
  ret void
}
