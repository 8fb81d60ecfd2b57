; broken
define i32 @src(i32 %x) {
  %r = mul i32 %x, 8
  ret i32 %r
}

define i32 @tgt(i32 %x) {
  %r = shl i32 %x, 4
  ret i32 %r
}
