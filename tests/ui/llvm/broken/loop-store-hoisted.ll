; broken
define void @src(ptr %p, i32 noundef %n) {
  %m = and i32 %n, 3
  br label %h
h:
  %i = phi i32 [ 0, %0 ], [ %j, %b ]
  %c = icmp ult i32 %i, %m
  br i1 %c, label %b, label %e
b:
  store i32 %i, ptr %p
  %j = add i32 %i, 1
  br label %h
e:
  ret void
}

define void @tgt(ptr %p, i32 noundef %n) {
  %m = and i32 %n, 3
  %l = add i32 %m, -1
  store i32 %l, ptr %p
  ret void
}
