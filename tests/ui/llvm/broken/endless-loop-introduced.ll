; broken
define i32 @src(i32 %n) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %j, %l ]
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %l, label %e
e:
  ret i32 %j
}
define i32 @tgt(i32 %n) {
entry:
  %z = icmp eq i32 %n, 0
  br i1 %z, label %inf, label %body
inf:
  br label %inf
body:
  ret i32 %n
}
