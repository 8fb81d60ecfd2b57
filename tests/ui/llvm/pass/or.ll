; returns 14 (0xe)
define i32 @main() {
  %r = or i32 12, 10
  ret i32 %r
}
