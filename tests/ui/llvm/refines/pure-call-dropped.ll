; refines
declare void @f(i32)
declare i32 @g(i32)
declare i32 @pure(i32) memory(none) nounwind willreturn
declare void @take(ptr)
declare void @borrow(ptr nocapture readonly) nounwind
define void @src(i32 %x) {
  %r = call i32 @pure(i32 %x)
  ret void
}

define void @tgt(i32 %x) {
  ret void
}
