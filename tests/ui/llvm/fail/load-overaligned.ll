; stops misaligned
define i32 @main() {
  %p = alloca i32, align 4
  store i32 0, ptr %p
  %r = load i32, ptr %p, align 16
  ret i32 %r
}
