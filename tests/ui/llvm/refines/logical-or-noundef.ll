; refines
define i1 @src(i1 %a, i1 noundef %b) {
  %r = select i1 %a, i1 true, i1 %b
  ret i1 %r
}
define i1 @tgt(i1 %a, i1 noundef %b) {
  %r = or i1 %a, %b
  ret i1 %r
}
