; returns 97 (0x61)
@abc = constant [4 x i8] c"abc\00"
@abd = constant [4 x i8] c"abd\00"
@a = constant [2 x i8] c"a\00"
declare ptr @strncpy(ptr, ptr, i64)
define i32 @main() {
  %to = alloca i32
  store i32 -1, ptr %to
  %p = call ptr @strncpy(ptr %to, ptr @a, i64 4)
  %v = load i32, ptr %to
  ret i32 %v
}
