; stops null-pointer
define i32 @main() {
  %r = call i32 null(i32 4)
  ret i32 %r
}
