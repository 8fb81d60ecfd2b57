; returns 0
define i1 @main() {
  %p = alloca i32
  %q = alloca i32
  %r = icmp eq ptr %p, %q
  ret i1 %r
}
