; broken
; DeadStoreElimination: a store that a call may read was dropped.
declare void @f(ptr)

define void @src(ptr %p) {
  store i8 1, ptr %p
  call void @f(ptr %p)
  store i8 2, ptr %p
  ret void
}

define void @tgt(ptr %p) {
  call void @f(ptr %p)
  store i8 2, ptr %p
  ret void
}
