; broken
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr %p, ptr %q) {
  %a = load i8, ptr %p
  store i8 %a, ptr %q
  %p1 = getelementptr i8, ptr %p, i64 1
  %q1 = getelementptr i8, ptr %q, i64 1
  %b = load i8, ptr %p1
  store i8 %b, ptr %q1
  ret void
}

define void @tgt(ptr %p, ptr %q) {
  call void @llvm.memmove.p0.p0.i64(ptr %q, ptr %p, i64 2, i1 false)
  ret void
}
