; refines
define i1 @src(i32 %x) {
  %r = icmp slt i32 %x, 10
  ret i1 %r
}

define i1 @tgt(i32 %x) {
  %r = icmp sle i32 %x, 9
  ret i1 %r
}
