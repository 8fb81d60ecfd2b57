; refines
declare i32 @llvm.bswap.i32(i32)
define i32 @src(i32 %x) {
  %a = shl i32 %x, 24
  %b0 = and i32 %x, 65280
  %b = shl i32 %b0, 8
  %c0 = lshr i32 %x, 8
  %c = and i32 %c0, 65280
  %d = lshr i32 %x, 24
  %e = or i32 %a, %b
  %f = or i32 %c, %d
  %g = or i32 %e, %f
  ret i32 %g
}
define i32 @tgt(i32 %x) {
  %r = call i32 @llvm.bswap.i32(i32 %x)
  ret i32 %r
}
