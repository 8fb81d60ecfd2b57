; broken
; LLVM bug 20186: a divisor 1 becomes -1, and the smallest dividend overflows.
define i8 @src(i8 %x) {
  %a = sdiv i8 %x, 1
  %r = sub i8 0, %a
  ret i8 %r
}

define i8 @tgt(i8 %x) {
  %r = sdiv i8 %x, -1
  ret i8 %r
}
