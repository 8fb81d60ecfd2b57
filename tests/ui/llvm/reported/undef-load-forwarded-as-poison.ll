; broken
; A load of uninitialised memory is undef, not poison.
define i8 @src() {
  %a = alloca i8
  %r = load i8, ptr %a
  ret i8 %r
}

define i8 @tgt() {
  ret i8 poison
}
