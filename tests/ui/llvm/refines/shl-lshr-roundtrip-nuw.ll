; refines
define i32 @src(i32 %x, i32 %y) {
  %a = shl nuw i32 %x, %y
  %b = lshr i32 %a, %y
  ret i32 %b
}
define i32 @tgt(i32 %x, i32 %y) {
  ret i32 %x
}
