; broken
; SimplifyCFG turned round: a select of a condition that may be poison became a branch on it.
define i8 @src(i1 %c, i8 %x, i8 %y) {
  %r = select i1 %c, i8 %x, i8 %y
  ret i8 %r
}

define i8 @tgt(i1 %c, i8 %x, i8 %y) {
  br i1 %c, label %a, label %b
a:
  ret i8 %x
b:
  ret i8 %y
}
