; broken
; FunctionAttrs: `returned` on a parameter that is returned on one way only.
define i8 @src(i8 %x, i1 %c) {
  %r = select i1 %c, i8 %x, i8 7
  ret i8 %r
}

define i8 @tgt(i8 returned %x, i1 %c) {
  %r = select i1 %c, i8 %x, i8 7
  ret i8 %r
}
