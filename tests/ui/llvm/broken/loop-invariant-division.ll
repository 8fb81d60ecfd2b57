; broken
define i32 @src(i32 noundef %n, i32 noundef %d) {
  %m = and i32 %n, 7
  br label %h
h:
  %i = phi i32 [ 0, %0 ], [ %j, %b ]
  %s = phi i32 [ 0, %0 ], [ %t, %b ]
  %c = icmp ult i32 %i, %m
  br i1 %c, label %b, label %e
b:
  %q = udiv i32 100, %d
  %t = add i32 %s, %q
  %j = add i32 %i, 1
  br label %h
e:
  ret i32 %s
}

define i32 @tgt(i32 noundef %n, i32 noundef %d) {
  %m = and i32 %n, 7
  %q = udiv i32 100, %d
  %r = mul i32 %q, %m
  ret i32 %r
}
