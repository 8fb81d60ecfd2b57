; stops parameter-written
define void @f(ptr readonly %x) {
  store i32 1, ptr %x
  ret void
}
define i32 @main() {
  %p = alloca i32
  store i32 3, ptr %p
  call void @f(ptr %p)
  ret i32 1
}
