; broken
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr noalias %p, ptr noalias %q) {
  call void @llvm.memset.p0.i64(ptr %q, i8 1, i64 8, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 16, i1 false)
  ret void
}
define void @tgt(ptr noalias %p, ptr noalias %q) {
  call void @llvm.memset.p0.i64(ptr %q, i8 1, i64 8, i1 false)
  call void @llvm.memset.p0.i64(ptr %p, i8 1, i64 16, i1 false)
  ret void
}
