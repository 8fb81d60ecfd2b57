; returns 0
declare i32 @llvm.usub.sat.i32(i32, i32)
define i32 @main() {
  %r = call i32 @llvm.usub.sat.i32(i32 1, i32 2)
  ret i32 %r
}
