; refines
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
define i32 @src(ptr noalias %p) {
entry:
  br label %l
l:
  %i = phi i64 [ 0, %entry ], [ %j, %l ]
  %s = phi i32 [ 0, %entry ], [ %t, %l ]
  %g = getelementptr inbounds i32, ptr %p, i64 %i
  %v = load i32, ptr %g, align 4
  %t = add nsw i32 %s, %v
  %j = add i64 %i, 1
  %c = icmp eq i64 %j, 8
  br i1 %c, label %e, label %l
e:
  ret i32 %t
}
define i32 @tgt(ptr noalias %p) {
  %a = load <4 x i32>, ptr %p, align 4
  %g = getelementptr inbounds i32, ptr %p, i64 4
  %b = load <4 x i32>, ptr %g, align 4
  %s = add <4 x i32> %a, %b
  %r = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %s)
  ret i32 %r
}
