; broken
; Reassociate: (a + b) + c became a + (b + c) with nsw on both.
define i8 @src(i8 %a, i8 %b, i8 %c) {
  %x = add nsw i8 %a, %b
  %r = add nsw i8 %x, %c
  ret i8 %r
}

define i8 @tgt(i8 %a, i8 %b, i8 %c) {
  %x = add nsw i8 %b, %c
  %r = add nsw i8 %a, %x
  ret i8 %r
}
