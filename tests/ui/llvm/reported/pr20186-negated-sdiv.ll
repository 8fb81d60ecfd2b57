; broken
; LLVM bug 20186 (InstCombine, 2014): the negated quotient with the negated divisor, which the smallest divisor has none of.
define i8 @src(i8 %x) {
  %a = sdiv i8 %x, -128
  %r = sub i8 0, %a
  ret i8 %r
}

define i8 @tgt(i8 %x) {
  %r = sdiv i8 %x, -128
  ret i8 %r
}
