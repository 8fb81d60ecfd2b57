; broken
; InstSimplify: the arm of a select on equality replaced the other one although it carries nsw.
define i32 @src(i32 %x) {
  %c = icmp eq i32 %x, 2147483647
  %a = add nsw i32 %x, 1
  %r = select i1 %c, i32 -2147483648, i32 %a
  ret i32 %r
}

define i32 @tgt(i32 %x) {
  %a = add nsw i32 %x, 1
  ret i32 %a
}
