; broken
declare void @f(i32)
declare i32 @g(i32)
declare i32 @pure(i32) memory(none) nounwind willreturn
declare void @take(ptr)
declare void @borrow(ptr nocapture readonly) nounwind
define i32 @src() {
  %p = alloca i32
  store i32 7, ptr %p
  call void @take(ptr %p)
  %r = load i32, ptr %p
  ret i32 %r
}

define i32 @tgt() {
  %p = alloca i32
  store i32 7, ptr %p
  call void @take(ptr %p)
  ret i32 7
}
