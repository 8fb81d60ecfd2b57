; returns 44 (0x2c)
define i8 @main() {
  %r = add i8 200, 100
  ret i8 %r
}
