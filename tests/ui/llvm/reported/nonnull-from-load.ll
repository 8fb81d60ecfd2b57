; broken
; Attributes: a pointer that was only compared became nonnull and noundef.
define i1 @src(ptr %p) {
  %c = icmp eq ptr %p, null
  ret i1 %c
}

define i1 @tgt(ptr %p) {
  ret i1 false
}
