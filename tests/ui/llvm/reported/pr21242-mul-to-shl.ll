; broken
; LLVM bug 21242 (InstCombine): mul nsw by the smallest number is no shl nsw.
define i8 @src(i8 %x) {
  %r = mul nsw i8 %x, -128
  ret i8 %r
}

define i8 @tgt(i8 %x) {
  %r = shl nsw i8 %x, 7
  ret i8 %r
}
