; stops nofree-freed
declare ptr @malloc(i64)
declare void @free(ptr)

define void @main() {
  %p = call ptr @malloc(i64 4)
  call void @free(ptr %p) nofree
  ret void
}
