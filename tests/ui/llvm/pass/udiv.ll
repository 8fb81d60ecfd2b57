; returns 3
define i32 @main() {
  %r = udiv i32 7, 2
  ret i32 %r
}
