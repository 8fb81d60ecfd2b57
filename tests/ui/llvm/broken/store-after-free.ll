; broken
declare void @free(ptr)

define void @src(ptr %p) {
  store i8 1, ptr %p
  call void @free(ptr %p)
  ret void
}

define void @tgt(ptr %p) {
  call void @free(ptr %p)
  store i8 1, ptr %p
  ret void
}
