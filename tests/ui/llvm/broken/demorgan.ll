; broken
define i32 @src(i32 %x, i32 %y) {
  %a = xor i32 %x, -1
  %b = xor i32 %y, -1
  %r = and i32 %a, %b
  ret i32 %r
}

define i32 @tgt(i32 %x, i32 %y) {
  %o = and i32 %x, %y
  %r = xor i32 %o, -1
  ret i32 %r
}
