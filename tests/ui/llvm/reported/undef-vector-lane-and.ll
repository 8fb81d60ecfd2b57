; broken
; Shuffles: a mask lane that was undef became a poison operand of and.
define <2 x i8> @src(<2 x i8> %x) {
  %r = and <2 x i8> %x, <i8 1, i8 undef>
  ret <2 x i8> %r
}

define <2 x i8> @tgt(<2 x i8> %x) {
  %r = and <2 x i8> %x, <i8 1, i8 poison>
  ret <2 x i8> %r
}
