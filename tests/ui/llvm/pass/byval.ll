; returns 1
define void @f(ptr byval(i32) %q) {
  store i32 9, ptr %q
  ret void
}
define i32 @main() {
  %p = alloca i32
  store i32 1, ptr %p
  call void @f(ptr byval(i32) %p)
  %r = load i32, ptr %p
  ret i32 %r
}
