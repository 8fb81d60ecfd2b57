; stops noalias
define i32 @f(ptr noalias %p, ptr %q) {
  store i32 1, ptr %p
  %v = load i32, ptr %q
  ret i32 %v
}
define i32 @main() {
  %p = alloca i32
  %r = call i32 @f(ptr %p, ptr %p)
  ret i32 %r
}
