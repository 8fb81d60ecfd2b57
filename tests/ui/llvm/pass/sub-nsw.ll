; returns 2147483648 (0x80000000)
define i32 @main() {
  %r = sub nsw i32 -2147483647, 1
  ret i32 %r
}
