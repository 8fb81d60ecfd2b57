; broken
; The turn of it: shl by one replaced by or of two uses.
define i8 @src(i8 %x) {
  %r = sub i8 0, %x
  ret i8 %r
}

define i8 @tgt(i8 %x) {
  %n = xor i8 %x, -1
  %a = and i8 %x, 0
  %b = or i8 %n, %a
  %r = add i8 %b, 2
  ret i8 %r
}
