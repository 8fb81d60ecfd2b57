; returns 7
define ptr @f(ptr readonly captures(ret: address, provenance) %p) {
  ret ptr %p
}
define i32 @main() {
  %a = alloca i32
  %b = call ptr @f(ptr %a)
  store i32 7, ptr %b
  %v = load i32, ptr %a
  ret i32 %v
}
