; returns 4
@abc = constant [4 x i8] c"abc\00"
@abd = constant [4 x i8] c"abd\00"
declare ptr @strcpy(ptr, ptr)
declare ptr @strncat(ptr, ptr, i64)
declare i64 @strlen(ptr)
define i64 @main() {
  %to = alloca [5 x i8]
  %1 = call ptr @strcpy(ptr %to, ptr @abc)
  %2 = call ptr @strncat(ptr %to, ptr @abd, i64 1)
  %n = call i64 @strlen(ptr %to)
  ret i64 %n
}
