; broken
; LLVM bug 20189 (InstCombine): x - (0 - a) becomes an addition that keeps nsw.
define i8 @src(i8 %x, i8 %a) {
  %b = sub i8 0, %a
  %c = sub nsw i8 %x, %b
  ret i8 %c
}

define i8 @tgt(i8 %x, i8 %a) {
  %c = add nsw i8 %x, %a
  ret i8 %c
}
