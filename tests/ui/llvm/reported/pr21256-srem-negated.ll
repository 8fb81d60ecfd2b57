; broken
; LLVM bug 21256 (InstCombine): srem by 0 - x becomes srem by x; 1 becomes -1.
define i8 @src(i8 %y, i8 %x) {
  %n = sub i8 0, %x
  %r = srem i8 %y, %n
  ret i8 %r
}

define i8 @tgt(i8 %y, i8 %x) {
  %r = srem i8 %y, %x
  ret i8 %r
}
