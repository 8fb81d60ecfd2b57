; returns 3
@abc = constant [4 x i8] c"abc\00"
@abd = constant [4 x i8] c"abd\00"
declare ptr @strrchr(ptr, i32)
define i64 @main() {
  %p = call ptr @strrchr(ptr @abc, i32 0)
  %to = ptrtoint ptr %p to i64
  %from = ptrtoint ptr @abc to i64
  %at = sub i64 %to, %from
  ret i64 %at
}
