; returns 32 (0x20)
declare i32 @llvm.cttz.i32(i32, i1)
define i32 @main() {
  %r = call i32 @llvm.cttz.i32(i32 0, i1 false)
  ret i32 %r
}
