; returns 3
define void @f(ptr initializes((0, 4)) %p) {
  store i32 3, ptr %p
  ret void
}
define i32 @main() {
  %a = alloca i32
  store i32 9, ptr %a
  call void @f(ptr %a)
  %v = load i32, ptr %a
  ret i32 %v
}
