; returns <1, 9>
declare void @llvm.masked.store.v2i32.p0(<2 x i32>, ptr, i32, <2 x i1>)
define <2 x i32> @main() {
  %p = alloca <2 x i32>
  store <2 x i32> <i32 1, i32 2>, ptr %p
  call void @llvm.masked.store.v2i32.p0(<2 x i32> <i32 8, i32 9>, ptr %p, i32 4, <2 x i1> <i1 false, i1 true>)
  %v = load <2 x i32>, ptr %p
  ret <2 x i32> %v
}
