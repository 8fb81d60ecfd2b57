; refines
define i32 @src() {
  ret i32 7
}

define i32 @tgt() {
  %r = add i32 3, 4
  ret i32 %r
}
