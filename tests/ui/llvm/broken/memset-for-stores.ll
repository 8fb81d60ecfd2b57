; broken
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define void @src(ptr %p) {
  store i8 1, ptr %p
  %q = getelementptr i8, ptr %p, i64 1
  store i8 1, ptr %q
  ret void
}

define void @tgt(ptr %p) {
  call void @llvm.memset.p0.i64(ptr %p, i8 1, i64 3, i1 false)
  ret void
}
