; returns 4
define i8 @g(ptr %p) {
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @f(ptr %p) {
  %v = tail call i8 @g(ptr %p)
  ret i8 %v
}
define i8 @main() {
  %a = alloca i8
  store i8 4, ptr %a
  %v = call i8 @f(ptr %a)
  ret i8 %v
}
