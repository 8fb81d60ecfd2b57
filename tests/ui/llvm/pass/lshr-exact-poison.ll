; returns poison
define i32 @main() {
  %r = lshr exact i32 9, 3
  ret i32 %r
}
