; returns 0
define i32 @main() {
  %r = and i32 undef, 0
  ret i32 %r
}
