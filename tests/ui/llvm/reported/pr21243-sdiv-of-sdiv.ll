; broken
; LLVM bug 21243 (InstCombine): the product of two divisors overflows.
define i8 @src(i8 %x) {
  %a = sdiv i8 %x, 16
  %r = sdiv i8 %a, 16
  ret i8 %r
}

define i8 @tgt(i8 %x) {
  %r = sdiv i8 %x, 1
  ret i8 %r
}
