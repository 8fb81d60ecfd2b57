; returns 2
define i32 @main() {
  %r = sub i32 7, 5
  ret i32 %r
}
