; returns 0
define i8 @main() {
  %p = alloca [4 x i8]
  store [4 x i8] zeroinitializer, ptr %p
  %q = getelementptr i8, ptr %p, i64 9
  %s = getelementptr i8, ptr %q, i64 -8
  %r = load i8, ptr %s
  ret i8 %r
}
