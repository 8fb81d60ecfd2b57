; broken
define i32 @src(ptr %p, i1 %c) {
entry:
  br i1 %c, label %t, label %e
t:
  %v = load i32, ptr %p
  br label %e
e:
  %r = phi i32 [ 0, %entry ], [ %v, %t ]
  ret i32 %r
}
define i32 @tgt(ptr %p, i1 %c) {
  %v = load i32, ptr %p
  %r = select i1 %c, i32 %v, i32 0
  ret i32 %r
}
