; returns 1
@g = global i32 5
define void @f(ptr %x) memory(write) {
  store i32 1, ptr @g
  ret void
}
define i32 @main() {
  %p = alloca i32
  store i32 3, ptr %p
  call void @f(ptr %p)
  ret i32 1
}
