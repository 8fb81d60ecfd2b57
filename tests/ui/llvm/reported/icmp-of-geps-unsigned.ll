; broken
; InstCombine: comparison of addresses became a signed comparison of offsets without inbounds.
define i1 @src(ptr %p, i64 %i, i64 %j) {
  %a = getelementptr i8, ptr %p, i64 %i
  %b = getelementptr i8, ptr %p, i64 %j
  %c = icmp ult ptr %a, %b
  ret i1 %c
}

define i1 @tgt(ptr %p, i64 %i, i64 %j) {
  %c = icmp slt i64 %i, %j
  ret i1 %c
}
