; broken
; GVN: of two equal additions the one with nsw was kept.
declare void @f(i8)

define i8 @src(i8 %x, i8 %y) {
  %a = add i8 %x, %y
  %b = add nsw i8 %x, %y
  call void @f(i8 %a)
  ret i8 %a
}

define i8 @tgt(i8 %x, i8 %y) {
  %b = add nsw i8 %x, %y
  call void @f(i8 %b)
  ret i8 %b
}
