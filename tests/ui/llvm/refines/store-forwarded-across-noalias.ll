; refines
define i32 @src(ptr noalias %p, ptr noalias %q) {
  store i32 7, ptr %p
  store i32 9, ptr %q
  %r = load i32, ptr %p
  ret i32 %r
}

define i32 @tgt(ptr noalias %p, ptr noalias %q) {
  store i32 7, ptr %p
  store i32 9, ptr %q
  ret i32 7
}
