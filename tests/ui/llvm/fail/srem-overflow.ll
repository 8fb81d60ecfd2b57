; stops division-overflow
define i32 @main() {
  %r = srem i32 -2147483648, -1
  ret i32 %r
}
