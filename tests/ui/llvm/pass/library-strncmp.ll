; returns 0
@abc = constant [4 x i8] c"abc\00"
@abd = constant [4 x i8] c"abd\00"
declare i32 @strncmp(ptr, ptr, i64)
define i32 @main() {
  %d = call i32 @strncmp(ptr @abc, ptr @abd, i64 2)
  ret i32 %d
}
