; broken
; InstCombine and others until 2021 (llvm-dev, "select is not and"): a select of booleans became and.
define i1 @src(i1 %a, i1 %b) {
  %r = select i1 %a, i1 %b, i1 false
  ret i1 %r
}

define i1 @tgt(i1 %a, i1 %b) {
  %r = and i1 %a, %b
  ret i1 %r
}
