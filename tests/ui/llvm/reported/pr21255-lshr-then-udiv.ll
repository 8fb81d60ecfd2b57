; broken
; LLVM bug 21255 (InstCombine): the shifted divisor loses its upper bits.
define i8 @src(i8 %x) {
  %a = lshr i8 %x, 4
  %r = udiv i8 %a, 17
  ret i8 %r
}

define i8 @tgt(i8 %x) {
  %r = udiv i8 %x, 16
  ret i8 %r
}
