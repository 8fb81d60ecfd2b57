; broken
define i32 @src(i32 %n) {
entry:
  %c = icmp eq i32 %n, 0
  br i1 %c, label %b, label %r
b:
  ret i32 1
r:
  %m = sub i32 %n, 1
  %k = call i32 @src(i32 %m)
  %v = mul i32 %k, %n
  ret i32 %v
}
define i32 @tgt(i32 %n) {
entry:
  br label %l
l:
  %a = phi i32 [ 0, %entry ], [ %a2, %r ]
  %i = phi i32 [ %n, %entry ], [ %m, %r ]
  %c = icmp eq i32 %i, 0
  br i1 %c, label %b, label %r
b:
  ret i32 %a
r:
  %m = sub i32 %i, 1
  %a2 = mul i32 %a, %i
  br label %l
}
