; broken
define i1 @src(i32 %x) {
  %r = icmp ugt i32 %x, 99
  ret i1 %r
}

define i1 @tgt(i32 %x) {
  %r = icmp uge i32 %x, 99
  ret i1 %r
}
