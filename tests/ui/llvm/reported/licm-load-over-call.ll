; broken
; LICM: a load was hoisted over a call that may write.
declare void @f(ptr)

define i32 @src(ptr %p) {
  br label %h
h:
  %i = phi i32 [ 0, %0 ], [ %j, %h ]
  %s = phi i32 [ 0, %0 ], [ %t, %h ]
  %v = load i32, ptr %p
  %t = add i32 %s, %v
  call void @f(ptr %p)
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, 3
  br i1 %c, label %h, label %e
e:
  ret i32 %t
}

define i32 @tgt(ptr %p) {
  %v = load i32, ptr %p
  br label %h
h:
  %i = phi i32 [ 0, %0 ], [ %j, %h ]
  %s = phi i32 [ 0, %0 ], [ %t, %h ]
  %t = add i32 %s, %v
  call void @f(ptr %p)
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, 3
  br i1 %c, label %h, label %e
e:
  ret i32 %t
}
