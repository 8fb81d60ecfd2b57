; refines
declare i32 @pure(i32) memory(none) nounwind willreturn
@g = global i32 0
define i32 @src(i32 %x) {
  store i32 %x, ptr @g
  %r = call i32 @pure(i32 1)
  ret i32 %r
}
define i32 @tgt(i32 %x) {
  %r = call i32 @pure(i32 1)
  store i32 %x, ptr @g
  ret i32 %r
}
