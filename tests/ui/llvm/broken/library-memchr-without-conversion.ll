; broken
@letters = constant [26 x i8] c"abcdefghijklmnopqrstuvwxyz"
declare ptr @memchr(ptr, i32, i64)
define i1 @src(i32 %c) {
  %p = call ptr @memchr(ptr @letters, i32 %c, i64 26)
  %found = icmp ne ptr %p, null
  ret i1 %found
}
define i1 @tgt(i32 %c) {
  %from = add i32 %c, -97
  %found = icmp ult i32 %from, 26
  ret i1 %found
}
