; stops attribute
define i32 @f(ptr initializes((0, 4)) %p) {
  %v = load i32, ptr %p
  store i32 3, ptr %p
  ret i32 %v
}
define i32 @main() {
  %a = alloca i32
  store i32 9, ptr %a
  %v = call i32 @f(ptr %a)
  ret i32 %v
}
