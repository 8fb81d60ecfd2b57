; stops dangling
define ptr @f() {
  %p = alloca i32
  store i32 1, ptr %p
  ret ptr %p
}
define i32 @main() {
  %p = call ptr @f()
  %r = load i32, ptr %p
  ret i32 %r
}
