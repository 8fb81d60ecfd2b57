; broken
declare void @llvm.assume(i1)
define void @src(ptr %p) {
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 8) ]
  store i64 0, ptr %p, align 1
  ret void
}
define void @tgt(ptr %p) {
  store i64 0, ptr %p, align 16
  ret void
}
