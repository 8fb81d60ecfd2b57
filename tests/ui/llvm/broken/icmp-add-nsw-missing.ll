; broken
define i1 @src(i32 %x) {
  %a = add i32 %x, 1
  %c = icmp sgt i32 %a, %x
  ret i1 %c
}
define i1 @tgt(i32 %x) {
  ret i1 true
}
