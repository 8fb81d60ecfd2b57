; returns 1
define i1 @main() {
  %r = icmp eq i32 1, 1
  ret i1 %r
}
