; returns 2
define i32 @main() {
  br label %l
l:
  %a = phi i32 [ 1, %0 ], [ %b, %l ]
  %b = phi i32 [ 2, %0 ], [ %a, %l ]
  %n = phi i32 [ 0, %0 ], [ %m, %l ]
  %m = add i32 %n, 1
  %c = icmp ult i32 %m, 2
  br i1 %c, label %l, label %e
e:
  ret i32 %a
}
