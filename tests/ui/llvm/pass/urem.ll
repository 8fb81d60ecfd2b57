; returns 3
define i32 @main() {
  %r = urem i32 7, 4
  ret i32 %r
}
