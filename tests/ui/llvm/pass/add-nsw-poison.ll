; returns poison
define i32 @main() {
  %r = add nsw i32 2147483647, 1
  ret i32 %r
}
