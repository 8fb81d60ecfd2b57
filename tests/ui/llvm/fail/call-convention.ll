; stops signature
define i32 @f(i32 %x) {
  ret i32 %x
}
define i32 @main() {
  %r = call fastcc i32 @f(i32 4)
  ret i32 %r
}
