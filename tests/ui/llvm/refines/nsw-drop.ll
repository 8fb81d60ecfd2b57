; refines
define i32 @src(i32 %x, i32 %y) {
  %a = add nsw i32 %x, %y
  %b = sub nsw i32 %a, %y
  ret i32 %b
}
define i32 @tgt(i32 %x, i32 %y) {
  ret i32 %x
}
