; broken
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)

define i8 @src() {
  %p = alloca i8
  call void @llvm.lifetime.start.p0(i64 1, ptr dereferenceable(1) %p)
  store i8 7, ptr %p
  %v = load i8, ptr %p
  call void @llvm.lifetime.end.p0(i64 1, ptr dereferenceable(1) %p)
  ret i8 %v
}

define i8 @tgt() {
  %p = alloca i8
  call void @llvm.lifetime.start.p0(i64 1, ptr dereferenceable(1) %p)
  store i8 7, ptr %p
  call void @llvm.lifetime.end.p0(i64 1, ptr dereferenceable(1) %p)
  ret i8 8
}
