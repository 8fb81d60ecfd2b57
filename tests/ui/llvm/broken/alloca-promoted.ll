; broken
define i32 @src(i32 %x) {
  %p = alloca i32
  store i32 %x, ptr %p
  %r = load i32, ptr %p
  ret i32 %r
}

define i32 @tgt(i32 %x) {
  ret i32 0
}
