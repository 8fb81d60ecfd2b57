; refines
define internal i32 @t(i32 %x) {
  ret i32 %x
}
define i32 @src(i32 %x) {
  %p = alloca ptr
  store ptr @t, ptr %p
  %f = load ptr, ptr %p
  %r = call i32 %f(i32 %x)
  ret i32 %r
}
define i32 @tgt(i32 %x) {
  %r = call i32 @t(i32 %x)
  ret i32 %r
}
