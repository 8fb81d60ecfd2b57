; broken
define i32 @src(i32 %x) {
  %c = icmp eq i32 %x, 0
  %r = select i1 %c, i32 0, i32 %x
  ret i32 %r
}

define i32 @tgt(i32 %x) {
  ret i32 0
}
