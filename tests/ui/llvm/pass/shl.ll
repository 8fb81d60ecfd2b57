; returns 48 (0x30)
define i32 @main() {
  %r = shl i32 3, 4
  ret i32 %r
}
