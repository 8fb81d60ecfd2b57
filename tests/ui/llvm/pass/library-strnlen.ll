; returns 2
@abc = constant [4 x i8] c"abc\00"
@abd = constant [4 x i8] c"abd\00"
declare i64 @strnlen(ptr, i64)
define i64 @main() {
  %n = call i64 @strnlen(ptr @abc, i64 2)
  ret i64 %n
}
