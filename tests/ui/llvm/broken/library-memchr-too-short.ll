; broken
declare ptr @memchr(ptr, i32, i64)
define i1 @src(ptr %s) {
  %p = call ptr @memchr(ptr %s, i32 0, i64 2)
  %none = icmp eq ptr %p, null
  ret i1 %none
}
define i1 @tgt(ptr %s) {
  %c = load i8, ptr %s
  %none = icmp ne i8 %c, 0
  ret i1 %none
}
