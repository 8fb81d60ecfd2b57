; returns 5
define i32 @f(i32 %x) {
  %r = add i32 %x, 1
  ret i32 %r
}
define i32 @main() {
  %r = call i32 @f(i32 4)
  ret i32 %r
}
