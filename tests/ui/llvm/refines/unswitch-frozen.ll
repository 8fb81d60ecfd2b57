; refines
define i32 @src(i1 %c, i32 %n) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %j, %m ]
  %s = phi i32 [ 0, %entry ], [ %t, %m ]
  %x = icmp ult i32 %i, %n
  br i1 %x, label %b, label %e
b:
  br i1 %c, label %m1, label %m2
m1:
  %s1 = add i32 %s, 2
  br label %m
m2:
  %s2 = add i32 %s, 3
  br label %m
m:
  %t = phi i32 [ %s1, %m1 ], [ %s2, %m2 ]
  %j = add i32 %i, 1
  %y = icmp ult i32 %j, 5
  br i1 %y, label %l, label %e
e:
  %r = phi i32 [ %s, %l ], [ %t, %m ]
  ret i32 %r
}
define i32 @tgt(i1 %c, i32 %n) {
entry:
  %f = freeze i1 %c
  %k = select i1 %f, i32 2, i32 3
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %j, %b ]
  %s = phi i32 [ 0, %entry ], [ %t, %b ]
  %x = icmp ult i32 %i, %n
  br i1 %x, label %b, label %e
b:
  %t = add i32 %s, %k
  %j = add i32 %i, 1
  %y = icmp ult i32 %j, 5
  br i1 %y, label %l, label %e
e:
  %r = phi i32 [ %s, %l ], [ %t, %b ]
  ret i32 %r
}
