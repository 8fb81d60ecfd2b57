; returns 2
@abc = constant [4 x i8] c"abc\00"
@abd = constant [4 x i8] c"abd\00"
@set = constant [3 x i8] c"ba\00"
declare i64 @strspn(ptr, ptr)
define i64 @main() {
  %n = call i64 @strspn(ptr @abc, ptr @set)
  ret i64 %n
}
