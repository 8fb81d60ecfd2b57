; returns 72 (0x48)
define i7 @main() {
  %r = add i7 100, 100
  ret i7 %r
}
