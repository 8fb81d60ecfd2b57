; returns 0
define i1 @main() {
  %r = icmp ne i32 1, 1
  ret i1 %r
}
