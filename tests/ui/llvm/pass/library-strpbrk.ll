; returns 1
@abc = constant [4 x i8] c"abc\00"
@abd = constant [4 x i8] c"abd\00"
@set = constant [3 x i8] c"xy\00"
declare ptr @strpbrk(ptr, ptr)
define i1 @main() {
  %p = call ptr @strpbrk(ptr @abc, ptr @set)
  %none = icmp eq ptr %p, null
  ret i1 %none
}
