; stops out-of-bounds
@abc = constant [4 x i8] c"abc\00"
@abd = constant [4 x i8] c"abd\00"
declare i32 @memcmp(ptr, ptr, i64)
define i32 @main() {
  %d = call i32 @memcmp(ptr @abc, ptr @abd, i64 5)
  ret i32 %d
}
