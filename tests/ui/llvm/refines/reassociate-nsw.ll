; refines
define i32 @src(i32 %x, i32 %y, i32 %z) {
  %a = add nsw i32 %x, %y
  %r = add nsw i32 %a, %z
  ret i32 %r
}

define i32 @tgt(i32 %x, i32 %y, i32 %z) {
  %a = add i32 %y, %z
  %r = add i32 %x, %a
  ret i32 %r
}
