; returns 1
define void @f(ptr readonly %x) {
  %v = load i32, ptr %x
  ret void
}
define i32 @main() {
  %p = alloca i32
  store i32 3, ptr %p
  call void @f(ptr %p)
  ret i32 1
}
