; broken
; LoopVectorize: no run-time check although the pointers may alias.
define void @src(ptr %p, ptr %q) {
  br label %h
h:
  %i = phi i64 [ 0, %0 ], [ %j, %h ]
  %a = getelementptr i32, ptr %p, i64 %i
  %b = getelementptr i32, ptr %q, i64 %i
  %v = load i32, ptr %a
  %w = add i32 %v, 1
  store i32 %w, ptr %b
  %j = add i64 %i, 1
  %c = icmp ult i64 %j, 4
  br i1 %c, label %h, label %e
e:
  ret void
}

define void @tgt(ptr %p, ptr %q) {
  %v = load <4 x i32>, ptr %p, align 4
  %w = add <4 x i32> %v, <i32 1, i32 1, i32 1, i32 1>
  store <4 x i32> %w, ptr %q, align 4
  ret void
}
