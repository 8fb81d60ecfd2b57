; returns 1
@abc = constant [4 x i8] c"abc\00"
@abd = constant [4 x i8] c"abd\00"
declare ptr @memccpy(ptr, ptr, i32, i64)
define i1 @main() {
  %to = alloca i32
  %p = call ptr @memccpy(ptr %to, ptr @abc, i32 98, i64 4)
  %q = getelementptr i8, ptr %to, i64 2
  %same = icmp eq ptr %p, %q
  ret i1 %same
}
