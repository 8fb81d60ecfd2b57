; broken
define i1 @src(i32 %x) {
  %a = icmp ugt i32 %x, 4
  %b = icmp ult i32 %x, 9
  %r = and i1 %a, %b
  ret i1 %r
}

define i1 @tgt(i32 %x) {
  %o = add i32 %x, -4
  %r = icmp ult i32 %o, 4
  ret i1 %r
}
