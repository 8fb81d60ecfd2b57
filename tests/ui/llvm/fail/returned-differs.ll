; stops returned-differs
define i32 @f(i32 returned %x) {
  ret i32 2
}
define i32 @main() {
  %r = call i32 @f(i32 1)
  ret i32 %r
}
