; returns 1
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
define i32 @main() {
  %p = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %p)
  store i32 1, ptr %p
  %r = load i32, ptr %p
  call void @llvm.lifetime.end.p0(i64 4, ptr %p)
  ret i32 %r
}
