; broken
define i32 @src(i8 noundef %c) {
  switch i8 %c, label %d [ i8 1, label %a
   i8 2, label %b ]
a:
  ret i32 10
b:
  ret i32 20
d:
  ret i32 30
}

define i32 @tgt(i8 noundef %c) {
  %e = icmp eq i8 %c, 1
  %s = select i1 %e, i32 10, i32 20
  %g = icmp eq i8 %c, 2
  %r = select i1 %g, i32 20, i32 %s
  ret i32 %r
}
