; broken
; LoopIdiomRecognize: a copy loop became memcpy although the ranges may overlap.
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)

define void @src(ptr %p) {
  br label %h
h:
  %i = phi i64 [ 0, %0 ], [ %j, %h ]
  %a = getelementptr i8, ptr %p, i64 %i
  %b = getelementptr i8, ptr %a, i64 1
  %v = load i8, ptr %a
  store i8 %v, ptr %b
  %j = add i64 %i, 1
  %c = icmp ult i64 %j, 8
  br i1 %c, label %h, label %e
e:
  ret void
}

define void @tgt(ptr %p) {
  %b = getelementptr i8, ptr %p, i64 1
  call void @llvm.memmove.p0.p0.i64(ptr %b, ptr %p, i64 8, i1 false)
  ret void
}
