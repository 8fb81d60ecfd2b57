; broken
; InstCombine: inbounds on the sum of two offsets of which only one was.
define ptr @src(ptr %p, i64 %i) {
  %a = getelementptr i8, ptr %p, i64 %i
  %b = getelementptr inbounds i8, ptr %a, i64 0
  ret ptr %b
}

define ptr @tgt(ptr %p, i64 %i) {
  %b = getelementptr inbounds i8, ptr %p, i64 %i
  ret ptr %b
}
