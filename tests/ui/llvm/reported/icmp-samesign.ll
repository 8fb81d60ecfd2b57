; broken
; A comparison got samesign although signs differ.
define i1 @src(i8 %x) {
  %c = icmp ult i8 %x, 100
  ret i1 %c
}

define i1 @tgt(i8 %x) {
  %c = icmp samesign ult i8 %x, 100
  ret i1 %c
}
