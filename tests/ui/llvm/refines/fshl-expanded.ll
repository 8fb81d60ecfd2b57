; refines
declare i32 @llvm.fshl.i32(i32, i32, i32)
define i32 @src(i32 noundef %a, i32 noundef %b, i32 noundef %c) {
  %r = call i32 @llvm.fshl.i32(i32 %a, i32 %b, i32 %c)
  ret i32 %r
}
define i32 @tgt(i32 noundef %a, i32 noundef %b, i32 noundef %c) {
  %m = and i32 %c, 31
  %h = shl i32 %a, %m
  %n = xor i32 %m, 31
  %b1 = lshr i32 %b, 1
  %l = lshr i32 %b1, %n
  %r = or i32 %h, %l
  ret i32 %r
}
