; returns 4294967295 (0xffffffff)
declare i32 @llvm.smin.i32(i32, i32)
define i32 @main() {
  %r = call i32 @llvm.smin.i32(i32 -1, i32 1)
  ret i32 %r
}
