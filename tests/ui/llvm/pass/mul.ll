; returns 35 (0x23)
define i32 @main() {
  %r = mul i32 7, 5
  ret i32 %r
}
