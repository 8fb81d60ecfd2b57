; returns 5
declare i32 @llvm.abs.i32(i32, i1)
define i32 @main() {
  %r = call i32 @llvm.abs.i32(i32 -5, i1 true)
  ret i32 %r
}
