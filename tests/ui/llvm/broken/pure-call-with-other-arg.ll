; broken
declare i32 @pure(i32) memory(none) nounwind willreturn
define i32 @src(i32 %x) {
  %a = call i32 @pure(i32 %x)
  %y = add i32 %x, 1
  %b = call i32 @pure(i32 %y)
  %r = sub i32 %b, %a
  ret i32 %r
}
define i32 @tgt(i32 %x) {
  ret i32 0
}
