; returns poison
define i32 @main() {
  %r = sub nsw i32 -2147483648, 1
  ret i32 %r
}
