; broken
; The twin of refines/load-of-odd-width-of-a-vector.ll: the number has a size in bytes, and only the lanes in it
; can make it poison.
define i16 @src(ptr %p, <4 x i8> %v) {
  store <4 x i8> %v, ptr %p
  %r = load i16, ptr %p
  ret i16 %r
}

define i16 @tgt(ptr %p, <4 x i8> %v) {
  store <4 x i8> %v, ptr %p
  %all = bitcast <4 x i8> %v to i32
  %r = trunc i32 %all to i16
  ret i16 %r
}
