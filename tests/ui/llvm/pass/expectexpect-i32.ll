; returns 7
declare i32 @llvm.expect.i32(i32, i32)
define i32 @main() {
  %r = call i32 @llvm.expect.i32(i32 7, i32 8)
  ret i32 %r
}
