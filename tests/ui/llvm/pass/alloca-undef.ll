; returns undef
define i32 @main() {
  %p = alloca i32
  %r = load i32, ptr %p
  ret i32 %r
}
