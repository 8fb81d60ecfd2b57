; returns 1
@g = global i32 5
define void @f(ptr %x) memory(inaccessiblemem: readwrite) {
  %v = add i32 1, 1
  ret void
}
define i32 @main() {
  %p = alloca i32
  store i32 3, ptr %p
  call void @f(ptr %p)
  ret i32 1
}
