; stops signature
define i32 @f(i32 %x) {
  ret i32 %x
}
define i32 @main() {
  %r = call i32 @f(i64 4)
  ret i32 %r
}
