; returns 2147483647 (0x7fffffff)
declare i32 @llvm.sadd.sat.i32(i32, i32)
define i32 @main() {
  %r = call i32 @llvm.sadd.sat.i32(i32 2147483647, i32 1)
  ret i32 %r
}
