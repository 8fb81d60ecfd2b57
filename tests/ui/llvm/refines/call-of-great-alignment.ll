; refines
declare ptr @f()
declare void @g(ptr)

define void @src() {
  %p = call ptr @f()
  call void @g(ptr %p)
  ret void
}

define void @tgt() {
  %p = call align 2147483648 ptr @f()
  call void @g(ptr %p)
  ret void
}
