; returns 1
define i32 @main() {
  %r = lshr exact i32 8, 3
  ret i32 %r
}
