; returns 8
declare i32 @llvm.ctpop.i32(i32)
define i32 @main() {
  %r = call i32 @llvm.ctpop.i32(i32 255)
  ret i32 %r
}
