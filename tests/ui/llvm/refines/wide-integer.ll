; refines
define i200 @src(i200 %x) {
  %r = mul i200 %x, 4
  ret i200 %r
}

define i200 @tgt(i200 %x) {
  %r = shl i200 %x, 2
  ret i200 %r
}
