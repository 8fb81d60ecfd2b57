; broken
define i32 @id(i32 %v) {
  ret i32 %v
}
define i32 @src(i32 noundef %x) {
  %r = call i32 @id(i32 %x)
  ret i32 %r
}

define i32 @tgt(i32 noundef %x) {
  %r = call range(i32 0, 100) i32 @id(i32 %x)
  ret i32 %r
}
