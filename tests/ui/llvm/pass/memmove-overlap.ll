; returns 50462977 (0x3020101)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @main() {
  %p = alloca [4 x i8]
  store i32 67305985, ptr %p, align 1
  %q = getelementptr i8, ptr %p, i64 1
  call void @llvm.memmove.p0.p0.i64(ptr %q, ptr %p, i64 3, i1 false)
  %r = load i32, ptr %p, align 1
  ret i32 %r
}
