; refines
define i1 @src(i32 range(i32 0, 10) %x) {
  %c = icmp ult i32 %x, 10
  ret i1 %c
}
define i1 @tgt(i32 range(i32 0, 10) %x) {
  ret i1 true
}
