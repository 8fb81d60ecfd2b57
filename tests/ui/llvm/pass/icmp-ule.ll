; returns 0
define i1 @main() {
  %r = icmp ule i32 2, 1
  ret i1 %r
}
