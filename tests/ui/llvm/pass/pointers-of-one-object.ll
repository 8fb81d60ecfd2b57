; returns 1
define i1 @main() {
  %p = alloca [4 x i8]
  %q = getelementptr i8, ptr %p, i64 2
  %r = icmp ult ptr %p, %q
  ret i1 %r
}
