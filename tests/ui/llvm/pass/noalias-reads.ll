; returns 7
define i32 @f(ptr noalias %p, ptr %q) {
  %w = load i32, ptr %p
  %v = load i32, ptr %q
  ret i32 %v
}
define i32 @main() {
  %p = alloca i32
  store i32 7, ptr %p
  %r = call i32 @f(ptr %p, ptr %p)
  ret i32 %r
}
