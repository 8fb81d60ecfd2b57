; stops out-of-bounds
define i32 @main() {
  %p = alloca i32
  %q = getelementptr i8, ptr %p, i64 -1
  store i8 1, ptr %q
  ret i32 0
}
