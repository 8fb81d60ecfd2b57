; returns 6513249 (0x636261)
@abc = constant [4 x i8] c"abc\00"
@abd = constant [4 x i8] c"abd\00"
declare ptr @strcpy(ptr, ptr)
define i32 @main() {
  %to = alloca i32
  %p = call ptr @strcpy(ptr %to, ptr @abc)
  %v = load i32, ptr %p
  ret i32 %v
}
