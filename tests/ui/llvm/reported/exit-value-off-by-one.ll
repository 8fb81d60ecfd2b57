; broken
; IndVarSimplify/SCEV: the exit value computed as if the test stood before the step.
define i32 @src(i32 %n) {
  br label %h
h:
  %i = phi i32 [ 0, %0 ], [ %j, %h ]
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %h, label %e
e:
  ret i32 %j
}

define i32 @tgt(i32 %n) {
  ret i32 %n
}
