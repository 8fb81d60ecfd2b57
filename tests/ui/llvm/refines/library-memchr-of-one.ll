; refines
declare ptr @memchr(ptr, i32, i64)
define ptr @src(ptr %s, i32 %c) {
  %p = call ptr @memchr(ptr %s, i32 %c, i64 1)
  ret ptr %p
}
define ptr @tgt(ptr %s, i32 %c) {
  %x = load i8, ptr %s
  %y = trunc i32 %c to i8
  %is = icmp eq i8 %x, %y
  %p = select i1 %is, ptr %s, ptr null
  ret ptr %p
}
