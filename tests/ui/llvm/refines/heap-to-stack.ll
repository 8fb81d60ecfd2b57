; refines
declare noalias ptr @malloc(i64)
declare void @free(ptr)
declare void @use(ptr nocapture)
define i32 @src(i32 %x) {
  %m = call ptr @malloc(i64 4)
  store i32 %x, ptr %m
  %v = load i32, ptr %m
  call void @free(ptr %m)
  ret i32 %v
}
define i32 @tgt(i32 %x) {
  %m = alloca i32
  store i32 %x, ptr %m
  %v = load i32, ptr %m
  ret i32 %v
}
