; returns 0
define i32 @main() {
  %p = alloca i64
  store i64 0, ptr %p
  %q = getelementptr i8, ptr %p, i64 1
  %r = load i32, ptr %q, align 1
  ret i32 %r
}
