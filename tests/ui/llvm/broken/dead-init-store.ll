; broken
define void @callee(ptr %p, i1 %c) {
  br i1 %c, label %a, label %b
a:
  store i32 5, ptr %p
  ret void
b:
  ret void
}
define void @src(ptr %p, i1 %c) {
  store i32 1, ptr %p
  call void @callee(ptr %p, i1 %c)
  ret void
}
define void @tgt(ptr %p, i1 %c) {
  call void @callee(ptr %p, i1 %c)
  ret void
}
