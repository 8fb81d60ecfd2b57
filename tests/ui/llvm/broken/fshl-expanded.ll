; broken
declare i32 @llvm.fshl.i32(i32, i32, i32)
define i32 @src(i32 %a, i32 %b, i32 %c) {
  %r = call i32 @llvm.fshl.i32(i32 %a, i32 %b, i32 %c)
  ret i32 %r
}
define i32 @tgt(i32 %a, i32 %b, i32 %c) {
  %m = and i32 %c, 31
  %h = shl i32 %a, %m
  %n = sub i32 32, %m
  %l = lshr i32 %b, %n
  %r = or i32 %h, %l
  ret i32 %r
}
