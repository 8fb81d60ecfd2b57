; refines
@g = global i32 0
define i32 @src(ptr %p) {
  store i32 7, ptr @g
  store i32 9, ptr %p
  %r = load i32, ptr @g
  ret i32 %r
}

define i32 @tgt(ptr %p) {
  store i32 7, ptr @g
  store i32 9, ptr %p
  %v = load i32, ptr @g
  ret i32 %v
}
