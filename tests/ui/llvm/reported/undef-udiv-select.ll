; broken
; InstCombine: udiv x, negative constant became a comparison and select that use x twice… with the wrong bound.
define i8 @src(i8 %x) {
  %r = udiv i8 %x, -56
  ret i8 %r
}

define i8 @tgt(i8 %x) {
  %c = icmp ugt i8 %x, -56
  %r = zext i1 %c to i8
  ret i8 %r
}
