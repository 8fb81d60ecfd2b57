; returns 2147483648 (0x80000000)
declare i32 @llvm.ssub.sat.i32(i32, i32)
define i32 @main() {
  %r = call i32 @llvm.ssub.sat.i32(i32 -2147483648, i32 1)
  ret i32 %r
}
