; broken
; The twin of refines/load-of-odd-vector-of-bytes.ll: what is loaded was stored with its own type.
define i1 @src(ptr %p, i1 %b) {
  store i1 %b, ptr %p
  %r = load i1, ptr %p
  ret i1 %r
}

define i1 @tgt(ptr %p, i1 %b) {
  store i1 %b, ptr %p
  ret i1 poison
}
