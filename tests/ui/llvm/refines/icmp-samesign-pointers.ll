; refines
; Where an address is open, so is its sign, and with that whether `samesign` gives poison.
define i1 @src(ptr %x, ptr %y) {
  %cmp = icmp samesign uge ptr %y, %x
  %ne = icmp ne ptr %x, null
  %r = or i1 %ne, %cmp
  ret i1 %r
}

define i1 @tgt(ptr %x, ptr %y) {
  %cmp = icmp samesign uge ptr %y, %x
  %ne = icmp ne ptr %x, null
  %r = or i1 %ne, %cmp
  ret i1 %r
}
