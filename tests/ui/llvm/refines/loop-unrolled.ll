; refines
define i32 @src(i32 noundef %n) {
  br label %h
h:
  %i = phi i32 [ 0, %0 ], [ %j, %h ]
  %s = phi i32 [ %n, %0 ], [ %t, %h ]
  %t = mul i32 %s, 3
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, 4
  br i1 %c, label %h, label %e
e:
  ret i32 %t
}

define i32 @tgt(i32 noundef %n) {
  %r = mul i32 %n, 81
  ret i32 %r
}
