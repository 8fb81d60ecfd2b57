; returns 40 (0x28)
define i32 @f() willreturn mustprogress {
  br label %l
l:
  %i = phi i32 [ 0, %0 ], [ %j, %l ]
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, 40
  br i1 %c, label %l, label %e
e:
  ret i32 %j
}
define i32 @main() {
  %r = call i32 @f()
  ret i32 %r
}
