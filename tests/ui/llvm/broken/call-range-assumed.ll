; broken
declare i32 @f()
define i1 @src() {
  %v = call range(i32 4, 9) i32 @f()
  %r = icmp ult i32 %v, 5
  ret i1 %r
}
define i1 @tgt() {
  %v = call i32 @f()
  ret i1 true
}
