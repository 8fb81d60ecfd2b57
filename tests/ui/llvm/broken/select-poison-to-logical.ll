; broken
define i1 @src(i1 %a, i1 %b) {
  %r = select i1 %a, i1 true, i1 %b
  ret i1 %r
}
define i1 @tgt(i1 %a, i1 %b) {
  %r = select i1 %b, i1 true, i1 %a
  ret i1 %r
}
