; stops captured
define ptr @f(ptr captures(none) %p) {
  ret ptr %p
}
define i32 @main() {
  %a = alloca i32
  %b = call ptr @f(ptr %a)
  ret i32 0
}
