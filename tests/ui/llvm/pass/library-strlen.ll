; returns 3
@abc = constant [4 x i8] c"abc\00"
@abd = constant [4 x i8] c"abd\00"
declare i64 @strlen(ptr)
define i64 @main() {
  %n = call i64 @strlen(ptr @abc)
  ret i64 %n
}
