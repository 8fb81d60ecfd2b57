; returns 6
define i32 @main() {
  %r = xor i32 12, 10
  ret i32 %r
}
