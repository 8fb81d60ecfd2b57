; broken
; `samesign` is a promise that the comparison before did not make.
define i1 @src(i8 %x, i8 %y) {
  %r = icmp ugt i8 %x, %y
  ret i1 %r
}

define i1 @tgt(i8 %x, i8 %y) {
  %r = icmp samesign ugt i8 %x, %y
  ret i1 %r
}
