; returns 7
define i32 @f(ptr noalias %p, ptr %q) {
  store i32 1, ptr %p
  %v = load i32, ptr %q
  ret i32 %v
}
define i32 @main() {
  %p = alloca [2 x i32]
  %q = getelementptr i32, ptr %p, i64 1
  store i32 7, ptr %q
  %r = call i32 @f(ptr %p, ptr %q)
  ret i32 %r
}
