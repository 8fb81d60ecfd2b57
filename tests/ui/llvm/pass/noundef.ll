; returns 1
define i32 @f(i32 noundef %x) {
  ret i32 %x
}
define i32 @main() {
  %r = call i32 @f(i32 7)
  %c = freeze i32 %r
  ret i32 1
}
