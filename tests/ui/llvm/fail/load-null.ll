; stops null-pointer
define i32 @main() {
  %r = load i32, ptr null
  ret i32 %r
}
