; returns 4
define i32 @main() {
  %q = alloca [2 x i32]
  %i = ptrtoint ptr %q to i64
  %j = add i64 %i, 4
  %l = inttoptr i64 %j to ptr
  store i32 4, ptr %l
  %m = getelementptr i32, ptr %q, i32 1
  %r = load i32, ptr %m
  ret i32 %r
}
