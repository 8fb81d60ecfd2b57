; broken
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr %p, ptr %q) {
  call void @llvm.memmove.p0.p0.i64(ptr %q, ptr %p, i64 8, i1 false)
  ret void
}

define void @tgt(ptr %p, ptr %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 8, i1 false)
  ret void
}
