; returns 1
define i32 @f(i32 range(i32 -5, 5) noundef %x) {
  ret i32 %x
}
define i32 @main() {
  %r = call i32 @f(i32 -5)
  %c = freeze i32 %r
  ret i32 1
}
