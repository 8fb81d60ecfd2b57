; broken
define i8 @src(ptr %p) {
  %r = load i8, ptr %p
  ret i8 %r
}

define i8 @tgt(ptr %p) {
  %w = load i16, ptr %p, align 1
  %r = trunc i16 %w to i8
  ret i8 %r
}
