; broken
define internal void @callee(ptr readonly %p) {
  store i8 1, ptr %p
  ret void
}
define void @src(ptr %p) {
  store i8 1, ptr %p
  ret void
}
define void @tgt(ptr %p) {
  call void @callee(ptr %p)
  ret void
}
