; returns 2147483648 (0x80000000)
define i32 @main() {
  %r = shl nuw i32 1, 31
  ret i32 %r
}
