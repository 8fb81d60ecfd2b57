; returns 1
define void @f(ptr readnone %x) {
  %v = icmp eq ptr %x, null
  ret void
}
define i32 @main() {
  %p = alloca i32
  store i32 3, ptr %p
  call void @f(ptr %p)
  ret i32 1
}
