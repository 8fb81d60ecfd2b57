; stops pointer-poison
define i32 @main() {
  %p = alloca i32
  %q = getelementptr i8, ptr %p, i64 poison
  %r = load i32, ptr %q
  ret i32 %r
}
