; returns 23 (0x17)
declare i32 @llvm.ctlz.i32(i32, i1)
define i32 @main() {
  %r = call i32 @llvm.ctlz.i32(i32 256, i1 true)
  ret i32 %r
}
