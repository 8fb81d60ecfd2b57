; broken
define i8 @src(i8 %a) {
  %s = sub nuw i8 %a, 5
  ret i8 %s
}
define i8 @tgt(i8 %a) {
  %s = add nuw i8 %a, -5
  ret i8 %s
}
