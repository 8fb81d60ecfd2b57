; returns 9
define void @f(ptr sret(i32) %q) {
  store i32 9, ptr %q
  ret void
}
define i32 @main() {
  %p = alloca i32
  call void @f(ptr sret(i32) %p)
  %r = load i32, ptr %p
  ret i32 %r
}
