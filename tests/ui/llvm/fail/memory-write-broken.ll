; stops memory-effect
@g = global i32 5
define void @f(ptr %x) memory(write) {
  %v = load i32, ptr @g
  ret void
}
define i32 @main() {
  %p = alloca i32
  store i32 3, ptr %p
  call void @f(ptr %p)
  ret i32 1
}
