; returns 0
@abc = constant [4 x i8] c"abc\00"
@abd = constant [4 x i8] c"abd\00"
declare i32 @strcmp(ptr, ptr)
define i32 @main() {
  %d = call i32 @strcmp(ptr @abc, ptr @abc)
  ret i32 %d
}
