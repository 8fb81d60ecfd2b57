; returns 45 (0x2d)
define i32 @main() {
  br label %l
l:
  %i = phi i32 [ 0, %0 ], [ %j, %l ]
  %s = phi i32 [ 0, %0 ], [ %t, %l ]
  %t = add i32 %s, %i
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, 10
  br i1 %c, label %l, label %e
e:
  ret i32 %t
}
