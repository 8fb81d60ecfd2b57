; returns poison
define i32 @main() {
  %r = ashr i32 1, 32
  ret i32 %r
}
