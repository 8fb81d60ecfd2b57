; returns 5
@t = global ptr @f
define i32 @f(i32 %x) {
  %r = add i32 %x, 1
  ret i32 %r
}
define i32 @main() {
  %f = load ptr, ptr @t
  %r = call i32 %f(i32 4)
  ret i32 %r
}
