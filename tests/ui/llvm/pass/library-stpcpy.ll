; returns 99 (0x63)
@abc = constant [4 x i8] c"abc\00"
@abd = constant [4 x i8] c"abd\00"
declare ptr @stpcpy(ptr, ptr)
define i8 @main() {
  %to = alloca i32
  %p = call ptr @stpcpy(ptr %to, ptr @abc)
  %q = getelementptr i8, ptr %p, i64 -1
  %v = load i8, ptr %q
  ret i8 %v
}
