; returns 1077936128 (0x40400000)
define i32 @main() {
  %f = fadd float 1.0, 2.0
  %r = bitcast float %f to i32
  ret i32 %r
}
