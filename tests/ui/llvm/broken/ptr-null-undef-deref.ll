; broken
define i8 @src(ptr %p, i64 %n) {
entry:
  %c = icmp eq i64 %n, 0
  br i1 %c, label %e, label %l
l:
  %v = load i8, ptr %p
  br label %e
e:
  %r = phi i8 [ 0, %entry ], [ %v, %l ]
  ret i8 %r
}
define i8 @tgt(ptr %p, i64 %n) {
entry:
  %v = load i8, ptr %p
  %c = icmp eq i64 %n, 0
  %r = select i1 %c, i8 0, i8 %v
  ret i8 %r
}
