; broken
; IPSCCP: the range of a result leaves out its last value.
define i8 @src(i1 %c) {
  %r = select i1 %c, i8 3, i8 5
  ret i8 %r
}

define range(i8 3, 5) i8 @tgt(i1 %c) {
  %r = select i1 %c, i8 3, i8 5
  ret i8 %r
}
