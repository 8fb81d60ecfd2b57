; returns poison
declare i32 @llvm.abs.i32(i32, i1)
define i32 @main() {
  %r = call i32 @llvm.abs.i32(i32 -2147483648, i1 true)
  ret i32 %r
}
