; stops noundef
define i32 @f(i32 range(i32 0, 10) noundef %x) {
  ret i32 %x
}
define i32 @main() {
  %r = call i32 @f(i32 10)
  ret i32 1
}
