; returns poison
define i32 @main() {
  %r = shl i32 1, 32
  ret i32 %r
}
