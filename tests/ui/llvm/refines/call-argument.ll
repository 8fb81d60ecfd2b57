; refines
declare void @f(i32)
declare i32 @g(i32)
declare i32 @pure(i32) memory(none) nounwind willreturn
declare void @take(ptr)
declare void @borrow(ptr nocapture readonly) nounwind
define void @src(i32 noundef %x) {
  %a = add i32 %x, 1
  call void @f(i32 %a)
  ret void
}

define void @tgt(i32 noundef %x) {
  %n = xor i32 %x, -1
  %a = sub i32 0, %n
  call void @f(i32 %a)
  ret void
}
