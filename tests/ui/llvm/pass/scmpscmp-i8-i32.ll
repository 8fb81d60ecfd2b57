; returns 255 (0xff)
declare i8 @llvm.scmp.i8.i32(i32, i32)
define i8 @main() {
  %r = call i8 @llvm.scmp.i8.i32(i32 -1, i32 1)
  ret i8 %r
}
