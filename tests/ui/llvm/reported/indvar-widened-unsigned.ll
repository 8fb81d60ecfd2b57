; broken
; IndVarSimplify: a signed induction variable widened with zext.
define i64 @src(i32 %s) {
  br label %h
h:
  %i = phi i32 [ %s, %0 ], [ %j, %h ]
  %j = add nsw i32 %i, 1
  %c = icmp slt i32 %j, 3
  br i1 %c, label %h, label %e
e:
  %r = sext i32 %j to i64
  ret i64 %r
}

define i64 @tgt(i32 %s) {
  %w = zext i32 %s to i64
  br label %h
h:
  %i = phi i64 [ %w, %0 ], [ %j, %h ]
  %j = add nsw i64 %i, 1
  %c = icmp slt i64 %j, 3
  br i1 %c, label %h, label %e
e:
  ret i64 %j
}
