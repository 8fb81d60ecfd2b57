; broken
; StackColoring-like: an access moved behind the end of a lifetime.
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)

define i8 @src() {
  %a = alloca i8
  call void @llvm.lifetime.start.p0(i64 1, ptr %a)
  store i8 5, ptr %a
  %r = load i8, ptr %a
  call void @llvm.lifetime.end.p0(i64 1, ptr %a)
  ret i8 %r
}

define i8 @tgt() {
  %a = alloca i8
  call void @llvm.lifetime.start.p0(i64 1, ptr %a)
  store i8 5, ptr %a
  call void @llvm.lifetime.end.p0(i64 1, ptr %a)
  %r = load i8, ptr %a
  ret i8 %r
}
