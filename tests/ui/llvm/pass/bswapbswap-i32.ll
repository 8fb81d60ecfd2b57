; returns 16777216 (0x1000000)
declare i32 @llvm.bswap.i32(i32)
define i32 @main() {
  %r = call i32 @llvm.bswap.i32(i32 1)
  ret i32 %r
}
