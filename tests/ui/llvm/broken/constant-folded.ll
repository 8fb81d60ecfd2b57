; broken
@c = constant i32 5
define i32 @src() {
  %r = load i32, ptr @c
  ret i32 %r
}

define i32 @tgt() {
  ret i32 6
}
