; refines
declare void @f(i32)
declare i32 @g(i32)
declare i32 @pure(i32) memory(none) nounwind willreturn
declare void @take(ptr)
declare void @borrow(ptr nocapture readonly) nounwind
define void @src() {
  call void @f(i32 1)
  call void @f(i32 2)
  ret void
}

define void @tgt() {
  call void @f(i32 1)
  call void @f(i32 2)
  ret void
}
