; stops function-accessed
define i32 @main() {
  %r = load i32, ptr @main
  ret i32 %r
}
