; returns 1077936128 (0x40400000)
define i32 @main() {
  %f = fmul float 1.5, 2.0
  %r = bitcast float %f to i32
  ret i32 %r
}
