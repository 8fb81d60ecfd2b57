; broken
; The call says that it accesses arguments alone, as all copies do.
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr %p, ptr %q, i64 %n) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 false) memory(argmem: readwrite)
  ret void
}
define void @tgt(ptr %p, ptr %q, i64 %n) {
  ret void
}
