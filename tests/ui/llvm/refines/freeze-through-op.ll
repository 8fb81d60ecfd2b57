; refines
define i32 @src(i32 noundef %x, i32 %y) {
  %a = add i32 %x, %y
  %f = freeze i32 %a
  ret i32 %f
}
define i32 @tgt(i32 noundef %x, i32 %y) {
  %g = freeze i32 %y
  %a = add i32 %x, %g
  ret i32 %a
}
