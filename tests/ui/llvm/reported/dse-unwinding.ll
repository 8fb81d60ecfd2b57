; broken
; DeadStoreElimination: the store is seen if the call between unwinds.
declare void @f()

define void @src(ptr %p) {
  store i8 1, ptr %p
  call void @f() memory(inaccessiblemem: readwrite)
  store i8 2, ptr %p
  ret void
}

define void @tgt(ptr %p) {
  call void @f() memory(inaccessiblemem: readwrite)
  store i8 2, ptr %p
  ret void
}
