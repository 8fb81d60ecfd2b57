; refines
define i32 @src() {
  %p = alloca i32
  %r = load i32, ptr %p
  ret i32 %r
}

define i32 @tgt() {
  ret i32 5
}
