; returns 1
declare ptr @malloc(i64)
declare void @free(ptr)
define i32 @main() {
  %p = call ptr @malloc(i64 4)
  call void @free(ptr %p)
  call void @free(ptr null)
  ret i32 1
}
