; returns poison
define i32 @main() {
  %r = lshr i32 1, 32
  ret i32 %r
}
