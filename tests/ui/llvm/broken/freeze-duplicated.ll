; broken
define i1 @src(i32 %x) {
  %f = freeze i32 %x
  %c = icmp eq i32 %f, %f
  ret i1 %c
}
define i1 @tgt(i32 %x) {
  %f = freeze i32 %x
  %g = freeze i32 %x
  %c = icmp eq i32 %f, %g
  ret i1 %c
}
