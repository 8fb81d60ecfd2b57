; returns 7
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @main() {
  %p = alloca ptr
  %q = alloca ptr
  %x = alloca i32
  store i32 7, ptr %x
  store ptr %x, ptr %p
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 8, i1 false)
  %l = load ptr, ptr %q
  %r = load i32, ptr %l
  ret i32 %r
}
