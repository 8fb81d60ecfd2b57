; broken
; FunctionAttrs/Attributor: a result that may be poison was marked noundef.
define i8 @src(i8 %x) {
  %r = add nsw i8 %x, 1
  ret i8 %r
}

define noundef i8 @tgt(i8 %x) {
  %r = add nsw i8 %x, 1
  ret i8 %r
}
