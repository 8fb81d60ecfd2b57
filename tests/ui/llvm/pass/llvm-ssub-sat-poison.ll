; returns poison
declare i32 @llvm.ssub.sat.i32(i32, i32)
define i32 @main() {
  %r = call i32 @llvm.ssub.sat.i32(i32 poison, i32 1)
  ret i32 %r
}
