; returns 9
define i8 @main() {
  %p = alloca i8, i32 4
  %q = getelementptr i8, ptr %p, i32 3
  store i8 9, ptr %q
  %r = load i8, ptr %q
  ret i8 %r
}
