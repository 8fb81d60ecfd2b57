; refines
@tab = private unnamed_addr constant [3 x i32] [i32 4, i32 9, i32 1]
define i32 @src(i32 %x) {
  switch i32 %x, label %d [ i32 0, label %a  i32 1, label %b  i32 2, label %c ]
a:
  br label %e
b:
  br label %e
c:
  br label %e
d:
  br label %e
e:
  %r = phi i32 [ 4, %a ], [ 9, %b ], [ 1, %c ], [ 0, %d ]
  ret i32 %r
}
define i32 @tgt(i32 %x) {
  %in = icmp ult i32 %x, 3
  br i1 %in, label %l, label %d
l:
  %g = getelementptr inbounds [3 x i32], ptr @tab, i32 0, i32 %x
  %v = load i32, ptr %g
  br label %d
d:
  %r = phi i32 [ %v, %l ], [ 0, %0 ]
  ret i32 %r
}
