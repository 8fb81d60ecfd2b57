; stops misaligned
define i32 @main() {
  %p = alloca i64
  %q = getelementptr i8, ptr %p, i64 1
  %r = load i32, ptr %q, align 4
  ret i32 %r
}
