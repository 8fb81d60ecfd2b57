; stops out-of-bounds
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @main() {
  %p = alloca i32
  call void @llvm.memset.p0.i64(ptr %p, i8 1, i64 5, i1 false)
  ret i32 1
}
