; returns 0
define i1 @main() {
  %p = alloca i32
  %r = icmp eq ptr %p, null
  ret i1 %r
}
