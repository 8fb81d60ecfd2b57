; returns 2
define i32 @main() {
  %r = udiv exact i32 8, 4
  ret i32 %r
}
