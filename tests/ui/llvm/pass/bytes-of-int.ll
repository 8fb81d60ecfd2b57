; returns 3
define i8 @main() {
  %p = alloca i32
  store i32 67305985, ptr %p
  %q = getelementptr i8, ptr %p, i64 2
  %r = load i8, ptr %q
  ret i8 %r
}
