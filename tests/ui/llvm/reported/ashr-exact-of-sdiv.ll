; broken
; InstCombine: sdiv by a power of two became ashr.
define i8 @src(i8 %x) {
  %r = sdiv i8 %x, 4
  ret i8 %r
}

define i8 @tgt(i8 %x) {
  %r = ashr i8 %x, 2
  ret i8 %r
}
