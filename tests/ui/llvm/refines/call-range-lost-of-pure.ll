; refines
declare i32 @f(i32) memory(none) nounwind willreturn
define i32 @src(i32 %x) {
  %v = call range(i32 4, 9) i32 @f(i32 %x)
  %w = call i32 @f(i32 %x)
  %r = add i32 %v, %w
  ret i32 %r
}
define i32 @tgt(i32 %x) {
  %v = call i32 @f(i32 %x)
  %r = shl i32 %v, 1
  ret i32 %r
}
