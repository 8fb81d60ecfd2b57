; refines
define i32 @src(i32 %x) {
  %y = add i32 %x, 3
  ret i32 %y
}
define internal i32 @helper(i32 %x) {
  %y = add i32 %x, 3
  ret i32 %y
}
define i32 @tgt(i32 %x) {
  %y = tail call i32 @helper(i32 %x)
  ret i32 %y
}
