; returns 4294967294 (0xfffffffe)
define i32 @main() {
  %r = sdiv exact i32 -8, 4
  ret i32 %r
}
