; returns 5
define i32 @main() {
  %p = alloca i32
  store atomic i32 5, ptr %p release, align 4
  %r = load atomic i32, ptr %p acquire, align 4
  ret i32 %r
}
