; broken
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare i32 @llvm.fshr.i32(i32, i32, i32)
define i32 @src(i32 %x, i32 %y) {
  %m = and i32 %y, 31
  %a = shl i32 %x, %m
  %n = sub i32 0, %y
  %k = and i32 %n, 31
  %b = lshr i32 %x, %k
  %r = or i32 %a, %b
  ret i32 %r
}

define i32 @tgt(i32 %x, i32 %y) {
  %r = call i32 @llvm.fshr.i32(i32 %x, i32 %x, i32 %y)
  ret i32 %r
}
