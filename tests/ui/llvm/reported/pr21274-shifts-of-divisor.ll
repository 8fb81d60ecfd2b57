; broken
; LLVM bug 21274 (InstCombine): shl then lshr is not one shl by the difference.
define i8 @src(i8 %x, i8 %a, i8 %b) {
  %s = shl i8 2, %a
  %y = lshr i8 %s, %b
  %r = udiv i8 %x, %y
  ret i8 %r
}

define i8 @tgt(i8 %x, i8 %a, i8 %b) {
  %d = sub i8 %a, %b
  %y = shl i8 2, %d
  %r = udiv i8 %x, %y
  ret i8 %r
}
