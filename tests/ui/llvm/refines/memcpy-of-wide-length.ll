; refines
; A length of 2^127 does not become 0.
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i128(ptr, ptr, i128, i1)
define void @src(ptr %p, i128 noundef %n) {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 1, i1 false)
  call void @llvm.memcpy.p0.p0.i128(ptr %p, ptr null, i128 %n, i1 false)
  ret void
}
define void @tgt(ptr %p, i128 noundef %n) {
  %c = icmp eq i128 %n, 0
  br i1 %c, label %fill, label %end
fill:
  store i8 0, ptr %p
  br label %end
end:
  ret void
}
