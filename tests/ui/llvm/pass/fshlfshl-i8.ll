; returns 3
declare i8 @llvm.fshl.i8(i8, i8, i8)
define i8 @main() {
  %r = call i8 @llvm.fshl.i8(i8 1, i8 128, i8 1)
  ret i8 %r
}
