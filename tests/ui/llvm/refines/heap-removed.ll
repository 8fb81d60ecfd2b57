; refines
declare ptr @malloc(i64)
declare void @free(ptr)
define i32 @src(i32 %x) {
  %p = call ptr @malloc(i64 4)
  store i32 %x, ptr %p
  %r = load i32, ptr %p
  call void @free(ptr %p)
  ret i32 %r
}

define i32 @tgt(i32 %x) {
  ret i32 %x
}
