; returns 15 (0xf)
define i32 @main() {
  %r = lshr i32 -1, 28
  ret i32 %r
}
