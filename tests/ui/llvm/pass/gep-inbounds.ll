; returns one of 0x0, 0x1
define i1 @main() {
  %p = alloca [4 x i8]
  %q = getelementptr inbounds i8, ptr %p, i64 4
  %r = icmp eq ptr %q, null
  ret i1 %r
}
