; broken
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define void @src(ptr %p) {
  call void @llvm.memset.p0.i64(ptr dereferenceable(28) %p, i8 0, i64 28, i1 false)
  store i32 1, ptr %p, align 1
  ret void
}

define void @tgt(ptr %p) {
  %q = getelementptr inbounds i8, ptr %p, i64 4
  call void @llvm.memset.p0.i64(ptr dereferenceable(28) %q, i8 0, i64 24, i1 false)
  store i32 1, ptr %p, align 1
  ret void
}
