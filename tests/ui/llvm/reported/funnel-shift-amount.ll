; broken
; InstCombine: a rotate whose amount is not taken modulo the width.
declare i8 @llvm.fshl.i8(i8, i8, i8)

define i8 @src(i8 %x, i8 %n) {
  %r = call i8 @llvm.fshl.i8(i8 %x, i8 %x, i8 %n)
  ret i8 %r
}

define i8 @tgt(i8 %x, i8 %n) {
  %a = shl i8 %x, %n
  %m = sub i8 8, %n
  %b = lshr i8 %x, %m
  %r = or i8 %a, %b
  ret i8 %r
}
