; returns 1
define i1 @main() {
  %r = icmp slt i32 -1, 1
  ret i1 %r
}
