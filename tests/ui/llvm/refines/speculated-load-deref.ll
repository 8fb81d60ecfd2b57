; refines
define i32 @src(ptr dereferenceable(4) align 4 %p, i1 %c) {
entry:
  br i1 %c, label %t, label %e
t:
  %v = load i32, ptr %p
  br label %e
e:
  %r = phi i32 [ 0, %entry ], [ %v, %t ]
  ret i32 %r
}
define i32 @tgt(ptr dereferenceable(4) align 4 %p, i1 %c) {
  %v = load i32, ptr %p
  %cf = freeze i1 %c
  %r = select i1 %cf, i32 %v, i32 0
  ret i32 %r
}
