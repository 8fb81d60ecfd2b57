; refines
define i1 @src(i1 %a, i1 %b) {
  %r = mul i1 %a, %b
  ret i1 %r
}
define i1 @tgt(i1 %a, i1 %b) {
  %r = and i1 %a, %b
  ret i1 %r
}
