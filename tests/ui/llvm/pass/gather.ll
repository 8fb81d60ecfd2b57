; returns <5, 2>
declare <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr>, i32, <2 x i1>, <2 x i32>)
define <2 x i32> @main() {
  %p = alloca i32
  store i32 5, ptr %p
  %a = insertelement <2 x ptr> poison, ptr %p, i32 0
  %b = insertelement <2 x ptr> %a, ptr null, i32 1
  %v = call <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr> %b, i32 4, <2 x i1> <i1 true, i1 false>, <2 x i32> <i32 1, i32 2>)
  ret <2 x i32> %v
}
