; returns 77 (0x4d)
define i16 @main() {
  %p = alloca {i8, [3 x i16], i32}
  store i32 5, ptr %p
  %q = getelementptr {i8, [3 x i16], i32}, ptr %p, i32 0, i32 1, i32 2
  store i16 77, ptr %q
  %s = getelementptr i8, ptr %p, i64 6
  %r = load i16, ptr %s
  ret i16 %r
}
