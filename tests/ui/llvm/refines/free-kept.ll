; refines
declare void @free(ptr)

define i8 @src(ptr %p) {
  store i8 3, ptr %p
  %v = load i8, ptr %p
  call void @free(ptr %p)
  ret i8 %v
}

define i8 @tgt(ptr %p) {
  store i8 3, ptr %p
  call void @free(ptr %p)
  ret i8 3
}
