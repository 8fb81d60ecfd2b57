; returns undef
define i32 @main() {
  ret i32 undef
}
