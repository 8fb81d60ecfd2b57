; broken
; InstSimplify: select c, x, undef became x, which may be poison (reported with Alive2, 2020).
define i8 @src(i1 %c, i8 %x) {
  %r = select i1 %c, i8 %x, i8 undef
  ret i8 %r
}

define i8 @tgt(i1 %c, i8 %x) {
  ret i8 %x
}
