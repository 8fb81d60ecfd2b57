; returns undef
define void @f(ptr initializes((0, 4), (4, 8)) %p) {
  store i32 3, ptr %p
  ret void
}
define i32 @main() {
  %a = alloca i64
  store i64 9, ptr %a
  call void @f(ptr %a)
  %b = getelementptr i8, ptr %a, i64 4
  %v = load i32, ptr %b
  ret i32 %v
}
