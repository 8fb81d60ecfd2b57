; returns 1056964608 (0x3f000000)
define i32 @main() {
  %f = fdiv float 1.0, 2.0
  %r = bitcast float %f to i32
  ret i32 %r
}
