; returns 1
@abc = constant [4 x i8] c"abc\00"
@abd = constant [4 x i8] c"abd\00"
declare ptr @memchr(ptr, i32, i64)
define i64 @main() {
  ; 354 is b as an unsigned char
  %p = call ptr @memchr(ptr @abc, i32 354, i64 4000)
  %to = ptrtoint ptr %p to i64
  %from = ptrtoint ptr @abc to i64
  %at = sub i64 %to, %from
  ret i64 %at
}
