; returns poison
define i32 @main() {
  %r = extractelement <2 x i32> <i32 1, i32 2>, i32 2
  ret i32 %r
}
