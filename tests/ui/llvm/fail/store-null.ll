; stops null-pointer
define i32 @main() {
  store i32 1, ptr null
  ret i32 0
}
