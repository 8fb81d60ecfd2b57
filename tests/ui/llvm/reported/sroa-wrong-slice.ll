; broken
; SROA: the wrong part of an integer after splitting.
define i8 @src(i16 %x) {
  %a = alloca i16
  store i16 %x, ptr %a
  %p = getelementptr i8, ptr %a, i64 1
  %r = load i8, ptr %p
  ret i8 %r
}

define i8 @tgt(i16 %x) {
  %r = trunc i16 %x to i8
  ret i8 %r
}
