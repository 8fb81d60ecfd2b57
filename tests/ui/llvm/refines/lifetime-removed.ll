; refines
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
define i32 @src(i32 %x) {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  store i32 %x, ptr %a
  %v = load i32, ptr %a
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  ret i32 %v
}
define i32 @tgt(i32 %x) {
  ret i32 %x
}
