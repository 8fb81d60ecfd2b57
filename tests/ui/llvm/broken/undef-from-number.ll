; broken
define i32 @src() {
  ret i32 7
}

define i32 @tgt() {
  ret i32 undef
}
