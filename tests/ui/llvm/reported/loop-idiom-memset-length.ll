; broken
; LoopIdiomRecognize: the memset of a loop with step 2 covers the bytes between.
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define void @src(ptr %p) {
  br label %h
h:
  %i = phi i64 [ 0, %0 ], [ %j, %h ]
  %a = getelementptr i8, ptr %p, i64 %i
  store i8 0, ptr %a
  %j = add i64 %i, 2
  %c = icmp ult i64 %j, 8
  br i1 %c, label %h, label %e
e:
  ret void
}

define void @tgt(ptr %p) {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 7, i1 false)
  ret void
}
