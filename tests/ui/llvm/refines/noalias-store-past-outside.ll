; refines
declare void @g() nounwind

define void @twice(ptr noalias %p) {
  store i32 1, ptr %p
  call void @g()
  store i32 2, ptr %p
  ret void
}

define void @once(ptr noalias %p) {
  call void @g()
  store i32 2, ptr %p
  ret void
}

define void @src(ptr %p) {
  call void @twice(ptr %p)
  ret void
}

define void @tgt(ptr %p) {
  call void @once(ptr %p)
  ret void
}
