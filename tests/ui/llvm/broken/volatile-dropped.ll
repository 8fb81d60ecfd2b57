; broken
define void @src(ptr %p) {
  store volatile i32 7, ptr %p
  store volatile i32 7, ptr %p
  ret void
}

define void @tgt(ptr %p) {
  store volatile i32 7, ptr %p
  ret void
}
