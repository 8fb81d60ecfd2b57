; returns 6
declare void @llvm.masked.scatter.v1i32.v1p0(<1 x i32>, <1 x ptr>, i32, <1 x i1>)
define i32 @main() {
  %p = alloca i32
  %a = insertelement <1 x ptr> poison, ptr %p, i32 0
  call void @llvm.masked.scatter.v1i32.v1p0(<1 x i32> <i32 6>, <1 x ptr> %a, i32 4, <1 x i1> <i1 true>)
  %r = load i32, ptr %p
  ret i32 %r
}
