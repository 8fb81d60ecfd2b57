; broken
declare void @fill(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr %d) {
  %t = alloca [16 x i8]
  call void @fill(ptr %t)
  call void @llvm.memcpy.p0.p0.i64(ptr %d, ptr %t, i64 16, i1 false)
  ret void
}
define void @tgt(ptr %d) {
  call void @fill(ptr %d)
  ret void
}
