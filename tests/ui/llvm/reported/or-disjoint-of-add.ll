; broken
; An addition became or disjoint although bits meet.
define i8 @src(i8 %x) {
  %a = and i8 %x, 7
  %r = add i8 %a, 4
  ret i8 %r
}

define i8 @tgt(i8 %x) {
  %a = and i8 %x, 7
  %r = or disjoint i8 %a, 4
  ret i8 %r
}
