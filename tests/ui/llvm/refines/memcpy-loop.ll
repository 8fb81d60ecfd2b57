; refines
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @src(ptr noalias %d, ptr noalias %s) {
entry:
  br label %l
l:
  %i = phi i64 [ 0, %entry ], [ %j, %l ]
  %a = getelementptr i8, ptr %s, i64 %i
  %v = load i8, ptr %a
  %b = getelementptr i8, ptr %d, i64 %i
  store i8 %v, ptr %b
  %j = add i64 %i, 1
  %c = icmp eq i64 %j, 16
  br i1 %c, label %e, label %l
e:
  ret void
}
define void @tgt(ptr noalias %d, ptr noalias %s) {
  call void @llvm.memcpy.p0.p0.i64(ptr %d, ptr %s, i64 16, i1 false)
  ret void
}
