; broken
declare i32 @llvm.bswap.i32(i32)
define i32 @src(i32 %x) {
  %r = call i32 @llvm.bswap.i32(i32 %x)
  %s = call i32 @llvm.bswap.i32(i32 %r)
  ret i32 %s
}

define i32 @tgt(i32 %x) {
  %r = call i32 @llvm.bswap.i32(i32 %x)
  ret i32 %r
}
