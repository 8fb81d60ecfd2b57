; stops out-of-bounds
declare <2 x i32> @llvm.masked.load.v2i32.p0(ptr, i32, <2 x i1>, <2 x i32>)
define i32 @main() {
  %p = alloca i32
  %v = call <2 x i32> @llvm.masked.load.v2i32.p0(ptr %p, i32 4, <2 x i1> <i1 true, i1 true>, <2 x i32> zeroinitializer)
  ret i32 1
}
