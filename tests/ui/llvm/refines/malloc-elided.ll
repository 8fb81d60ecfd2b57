; refines
declare noalias ptr @malloc(i64)
declare void @free(ptr)
define i32 @src(i32 %x) {
  %m = call ptr @malloc(i64 4)
  %z = icmp eq ptr %m, null
  br i1 %z, label %bad, label %ok
bad:
  ret i32 0
ok:
  store i32 %x, ptr %m
  %v = load i32, ptr %m
  call void @free(ptr %m)
  ret i32 %v
}
define i32 @tgt(i32 %x) {
  ret i32 %x
}
