; returns poison
define i32 @main() {
  %r = srem i32 poison, 3
  ret i32 %r
}
