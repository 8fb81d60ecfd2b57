; refines
define void @src(ptr nocapture %p) {
  store i32 1, ptr %p
  ret void
}
define void @tgt(ptr %p) {
  store i32 1, ptr %p
  ret void
}
