; returns poison
define i32 @main() {
  %r = sdiv exact i32 -9, 4
  ret i32 %r
}
