; returns 99 (0x63)
@abc = constant [4 x i8] c"abc\00"
@abd = constant [4 x i8] c"abd\00"
@part = constant [3 x i8] c"bc\00"
declare ptr @strstr(ptr, ptr)
define i8 @main() {
  %p = call ptr @strstr(ptr @abc, ptr @part)
  %q = getelementptr i8, ptr %p, i64 1
  %c = load i8, ptr %q
  ret i8 %c
}
