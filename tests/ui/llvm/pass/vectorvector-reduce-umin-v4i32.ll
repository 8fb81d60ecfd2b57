; returns 1
declare i32 @llvm.vector.reduce.umin.v4i32(<4 x i32>)
define i32 @main() {
  %r = call i32 @llvm.vector.reduce.umin.v4i32(<4 x i32> <i32 1, i32 2, i32 3, i32 -4>)
  ret i32 %r
}
