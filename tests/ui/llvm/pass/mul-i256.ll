; returns 18446744073709551614 (0xfffffffffffffffe)
define i64 @main() {
  %x = zext i64 -1 to i256
  %y = mul i256 %x, %x
  %z = lshr i256 %y, 64
  %r = trunc i256 %z to i64
  ret i64 %r
}
