; broken
declare void @f(i32)
declare i32 @g(i32)
declare i32 @pure(i32) memory(none) nounwind willreturn
declare void @take(ptr)
declare void @borrow(ptr nocapture readonly) nounwind
@v = global i32 0
define void @src() {
  store i32 7, ptr @v
  call void @f(i32 1)
  ret void
}

define void @tgt() {
  call void @f(i32 1)
  store i32 7, ptr @v
  ret void
}
