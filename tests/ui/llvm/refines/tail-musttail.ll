; refines
define i32 @f(i32 %x) {
  ret i32 %x
}
define i32 @src(i32 %x) {
  %r = musttail call i32 @f(i32 %x)
  ret i32 %r
}
define i32 @tgt(i32 %x) {
  ret i32 %x
}
