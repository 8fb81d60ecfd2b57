; returns 5
define i32 @t() {
  ret i32 5
}
define i32 @f(ptr nocapture readonly %p) {
  %r = call i32 %p()
  ret i32 %r
}
define i32 @main() {
  %r = call i32 @f(ptr @t)
  ret i32 %r
}
