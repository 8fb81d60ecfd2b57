; stops pointer-poison
define i32 @main() {
  %p = alloca [4 x i8]
  %q = getelementptr nuw i8, ptr %p, i64 -1
  %r = load i8, ptr %q
  ret i32 0
}
