; refines
define i8 @src(ptr %p) {
  %r = load i8, ptr %p
  ret i8 %r
}

define i8 @tgt(ptr %p) {
  %v = load i8, ptr %p
  ret i8 %v
}
