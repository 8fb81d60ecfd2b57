; returns 8
define i32 @main() {
  %r = and i32 12, 10
  ret i32 %r
}
