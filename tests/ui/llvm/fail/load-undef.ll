; stops pointer-poison
define i32 @main() {
  %r = load i32, ptr undef
  ret i32 %r
}
