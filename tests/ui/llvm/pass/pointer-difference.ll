; returns 12 (0xc)
define i64 @main() {
  %q = alloca [4 x i32]
  %e = getelementptr i32, ptr %q, i32 3
  %a = ptrtoint ptr %e to i64
  %b = ptrtoint ptr %q to i64
  %r = sub i64 %a, %b
  ret i64 %r
}
