; broken
declare void @llvm.assume(i1)
define i8 @src(ptr %p) {
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 8) ]
  %v = load i8, ptr %p, align 1
  ret i8 %v
}
define i8 @tgt(ptr %p) {
  %v = load i8, ptr %p, align 16
  ret i8 %v
}
