; broken
; A load was widened beyond its object.
define i8 @src(ptr %p) {
  %r = load i8, ptr %p
  ret i8 %r
}

define i8 @tgt(ptr %p) {
  %w = load i32, ptr %p, align 1
  %r = trunc i32 %w to i8
  ret i8 %r
}
