; returns 12 (0xc)
define i32 @main() {
  %r = add i32 7, 5
  ret i32 %r
}
