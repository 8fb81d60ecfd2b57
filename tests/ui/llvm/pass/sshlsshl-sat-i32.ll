; returns 2147483647 (0x7fffffff)
declare i32 @llvm.sshl.sat.i32(i32, i32)
define i32 @main() {
  %r = call i32 @llvm.sshl.sat.i32(i32 1073741824, i32 1)
  ret i32 %r
}
