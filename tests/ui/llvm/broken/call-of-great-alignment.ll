; broken
declare ptr @f()
declare void @g(ptr)

define void @src() {
  %p = call ptr @f()
  call void @g(ptr %p)
  ret void
}

define void @tgt() {
  %p = call align 64 ptr @f()
  call void @g(ptr null)
  ret void
}
