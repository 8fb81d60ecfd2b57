; returns 1
@abc = constant [4 x i8] c"abc\00"
@abd = constant [4 x i8] c"abd\00"
declare ptr @stpncpy(ptr, ptr, i64)
define i1 @main() {
  %to = alloca i32
  %p = call ptr @stpncpy(ptr %to, ptr @abc, i64 2)
  %q = getelementptr i8, ptr %to, i64 2
  %same = icmp eq ptr %p, %q
  ret i1 %same
}
