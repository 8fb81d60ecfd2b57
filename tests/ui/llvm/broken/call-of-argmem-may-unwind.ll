; broken
declare void @fill(ptr)

define void @src() {
  %p = alloca i8
  call void @fill(ptr %p) willreturn memory(argmem: readwrite)
  ret void
}

define void @tgt() {
  ret void
}
