; returns 16843009 (0x1010101)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @main() {
  %p = alloca i32
  call void @llvm.memset.p0.i64(ptr %p, i8 1, i64 4, i1 false)
  %r = load i32, ptr %p
  ret i32 %r
}
