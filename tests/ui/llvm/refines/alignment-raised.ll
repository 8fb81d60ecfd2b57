; refines
define i32 @src(ptr %p) {
  %r = load i32, ptr %p, align 1
  ret i32 %r
}

define i32 @tgt(ptr %p) {
  %v = load i32, ptr %p, align 1
  ret i32 %v
}
