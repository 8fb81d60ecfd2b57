; returns 0
define i64 @main() {
  %q = alloca i32, align 8
  %a = ptrtoint ptr %q to i64
  %r = and i64 %a, 7
  ret i64 %r
}
