; refines
declare noalias ptr @malloc(i64) allockind("alloc,uninitialized") allocsize(0) "alloc-family"="malloc"
declare noalias ptr @calloc(i64, i64) allockind("alloc,zeroed") allocsize(0,1) "alloc-family"="malloc"
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define ptr @src() {
  %m = call ptr @malloc(i64 16)
  call void @llvm.memset.p0.i64(ptr %m, i8 0, i64 16, i1 false)
  ret ptr %m
}
define ptr @tgt() {
  %m = call ptr @calloc(i64 1, i64 16)
  ret ptr %m
}
