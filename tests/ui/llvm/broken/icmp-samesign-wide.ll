; broken
define i1 @src(i130 %x, i130 %y) {
  %c = icmp ule i130 %x, %y
  ret i1 %c
}

define i1 @tgt(i130 %x, i130 %y) {
  %c = icmp samesign ule i130 %x, %y
  ret i1 %c
}
