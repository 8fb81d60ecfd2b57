; returns 1
define i1 @main() {
  %r = icmp ugt i32 -1, 1
  ret i1 %r
}
