; broken
define i32 @src(i8 %c) {
  %e = icmp eq i8 %c, 3
  %r = select i1 %e, i32 1, i32 2
  ret i32 %r
}

define i32 @tgt(i8 %c) {
  switch i8 %c, label %b [ i8 3, label %a ]
a:
  ret i32 1
b:
  ret i32 2
}
