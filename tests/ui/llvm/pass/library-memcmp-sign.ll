; returns 1
@abc = constant [4 x i8] c"abc\00"
@abd = constant [4 x i8] c"abd\00"
declare i32 @memcmp(ptr, ptr, i64)
define i1 @main() {
  %d = call i32 @memcmp(ptr @abc, ptr @abd, i64 3)
  %less = icmp slt i32 %d, 0
  ret i1 %less
}
