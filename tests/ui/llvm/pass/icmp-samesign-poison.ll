; returns poison
define i1 @main() {
  %r = icmp samesign ult i32 1, -2
  ret i1 %r
}
