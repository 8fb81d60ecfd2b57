; refines
declare i32 @pure(i32) memory(none) nounwind willreturn
define i32 @src(i32 noundef %x) {
  %a = call i32 @pure(i32 %x)
  %b = call i32 @pure(i32 %x)
  %r = sub i32 %b, %a
  ret i32 %r
}
define i32 @tgt(i32 noundef %x) {
  ret i32 0
}
