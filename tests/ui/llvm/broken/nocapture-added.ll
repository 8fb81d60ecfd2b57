; broken
@g = global ptr null
define void @src(ptr %p) {
  store ptr %p, ptr @g
  ret void
}
define void @tgt(ptr nocapture %p) {
  store ptr %p, ptr @g
  ret void
}
