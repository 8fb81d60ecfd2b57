; broken
; Two volatile loads became one.
define i8 @src(ptr %p) {
  %a = load volatile i8, ptr %p
  %b = load volatile i8, ptr %p
  ret i8 %b
}

define i8 @tgt(ptr %p) {
  %b = load volatile i8, ptr %p
  ret i8 %b
}
