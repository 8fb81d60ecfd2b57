; broken
declare void @f(i32)
declare i32 @g(i32)
declare i32 @pure(i32) memory(none) nounwind willreturn
declare void @take(ptr)
declare void @borrow(ptr nocapture readonly) nounwind
define i32 @src(i32 noundef %x) {
  %a = call i32 @pure(i32 %x)
  %b = call i32 @pure(i32 %x)
  %r = add i32 %a, %b
  ret i32 %r
}

define i32 @tgt(i32 noundef %x) {
  %r = call i32 @pure(i32 %x)
  ret i32 %r
}
