; stops pointer-poison
define i32 @main() {
  %p = alloca [4 x i8]
  %q = getelementptr nusw i64, ptr %p, i64 2305843009213693952
  %r = load i8, ptr %q
  ret i32 0
}
