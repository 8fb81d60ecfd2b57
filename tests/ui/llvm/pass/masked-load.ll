; returns <5, 2>
declare <2 x i32> @llvm.masked.load.v2i32.p0(ptr, i32, <2 x i1>, <2 x i32>)
define <2 x i32> @main() {
  %p = alloca i32
  store i32 5, ptr %p
  %v = call <2 x i32> @llvm.masked.load.v2i32.p0(ptr %p, i32 4, <2 x i1> <i1 true, i1 false>, <2 x i32> <i32 1, i32 2>)
  ret <2 x i32> %v
}
