; broken
define i32 @src(i32 %x) {
  %r = mul nsw i32 %x, -2147483648
  ret i32 %r
}

define i32 @tgt(i32 %x) {
  %r = shl nsw i32 %x, 31
  ret i32 %r
}
