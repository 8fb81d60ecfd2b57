; broken
define i32 @src(i32 noundef %n) {
  %m = and i32 %n, 15
  %f = freeze i32 %m
  %k = add i32 %f, 0
  br label %h
h:
  %i = phi i32 [ 0, %0 ], [ %j, %b ]
  %s = phi i32 [ 0, %0 ], [ %t, %b ]
  %c = icmp ult i32 %i, %k
  br i1 %c, label %b, label %e
b:
  %t = add i32 %s, %i
  %j = add i32 %i, 1
  br label %h
e:
  ret i32 %s
}

define i32 @tgt(i32 noundef %n) {
  %m = and i32 %n, 15
  %f = freeze i32 %m
  %a = add i32 %f, 1
  %b = mul i32 %a, %f
  %r = lshr i32 %b, 1
  ret i32 %r
}
