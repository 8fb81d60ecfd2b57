; refines
declare void @take(ptr byval(i64))
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define void @src(ptr %p) {
  %a = alloca i64, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %a, ptr align 1 %p, i64 8, i1 false)
  call void @take(ptr byval(i64) align 1 %a)
  ret void
}

define void @tgt(ptr %p) {
  call void @take(ptr byval(i64) align 1 %p)
  ret void
}
