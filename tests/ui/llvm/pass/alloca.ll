; returns 7
define i32 @main() {
  %p = alloca i32
  store i32 7, ptr %p
  %r = load i32, ptr %p
  ret i32 %r
}
