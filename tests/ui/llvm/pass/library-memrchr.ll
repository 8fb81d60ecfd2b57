; returns 1
@abc = constant [4 x i8] c"abc\00"
@abd = constant [4 x i8] c"abd\00"
declare ptr @memrchr(ptr, i32, i64)
define i1 @main() {
  %p = call ptr @memrchr(ptr @abc, i32 98, i64 1)
  %none = icmp eq ptr %p, null
  ret i1 %none
}
