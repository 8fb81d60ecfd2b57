; broken
; MemCpyOpt: a chain of copies skipped a write to the source between.
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)

define void @src(ptr %a, ptr %b) {
  %t = alloca [8 x i8]
  call void @llvm.memcpy.p0.p0.i64(ptr %t, ptr %a, i64 8, i1 false)
  store i8 9, ptr %a
  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %t, i64 8, i1 false)
  ret void
}

define void @tgt(ptr %a, ptr %b) {
  %t = alloca [8 x i8]
  store i8 9, ptr %a
  call void @llvm.memmove.p0.p0.i64(ptr %b, ptr %a, i64 8, i1 false)
  ret void
}
