; broken
; Freeze pushed to the operand while the operation kept nuw.
define i8 @src(i8 %x) {
  %a = add nuw i8 %x, 1
  %f = freeze i8 %a
  ret i8 %f
}

define i8 @tgt(i8 %x) {
  %f = freeze i8 %x
  %a = add nuw i8 %f, 1
  ret i8 %a
}
