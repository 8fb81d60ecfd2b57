; broken
; LoopDeletion: a loop with a call that may not return was dropped.
declare void @f()

define void @src(i8 %n) {
  br label %h
h:
  %i = phi i8 [ 0, %0 ], [ %j, %h ]
  call void @f()
  %j = add i8 %i, 1
  %c = icmp ult i8 %j, %n
  br i1 %c, label %h, label %e
e:
  ret void
}

define void @tgt(i8 %n) {
  ret void
}
