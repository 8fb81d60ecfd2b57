; returns 44 (0x2c)
define i8 @main() {
  %r = trunc i32 300 to i8
  ret i8 %r
}
