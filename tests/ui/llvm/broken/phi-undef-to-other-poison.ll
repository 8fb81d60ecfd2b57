; broken
define i32 @src(i1 %c, i32 %x) {
entry:
  br i1 %c, label %t, label %e
t:
  %y = add nsw i32 %x, 1
  br label %e
e:
  %r = phi i32 [ undef, %entry ], [ %y, %t ]
  ret i32 %r
}
define i32 @tgt(i1 %c, i32 %x) {
  %y = add nsw i32 %x, 1
  ret i32 %y
}
