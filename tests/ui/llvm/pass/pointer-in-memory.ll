; returns 4
define i32 @main() {
  %p = alloca ptr
  %q = alloca i32
  store i32 4, ptr %q
  store ptr %q, ptr %p
  %l = load ptr, ptr %p
  %r = load i32, ptr %l
  ret i32 %r
}
