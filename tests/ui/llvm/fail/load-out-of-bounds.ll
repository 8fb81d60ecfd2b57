; stops out-of-bounds
define i32 @main() {
  %p = alloca i32
  %q = getelementptr i8, ptr %p, i64 1
  %r = load i32, ptr %q, align 1
  ret i32 %r
}
