; returns 1684234849 (0x64636261)
@abc = constant [4 x i8] c"abc\00"
@abd = constant [4 x i8] c"abd\00"
declare ptr @strcpy(ptr, ptr)
declare ptr @strcat(ptr, ptr)
@d = constant [2 x i8] c"d\00"
define i32 @main() {
  %to = alloca [5 x i8]
  %1 = call ptr @strcpy(ptr %to, ptr @abc)
  %2 = call ptr @strcat(ptr %to, ptr @d)
  %v = load i32, ptr %to, align 1
  ret i32 %v
}
