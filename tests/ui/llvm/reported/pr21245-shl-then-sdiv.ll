; broken
; LLVM bug 21245 (InstCombine): the scale of a shift by width - 1 is a negative number.
define i8 @src(i8 %x) {
  %a = shl nsw i8 %x, 7
  %r = sdiv i8 %a, -128
  ret i8 %r
}

define i8 @tgt(i8 %x) {
  %r = sdiv i8 %x, -1
  ret i8 %r
}
