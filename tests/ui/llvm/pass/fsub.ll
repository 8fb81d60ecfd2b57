; returns 3212836864 (0xbf800000)
define i32 @main() {
  %f = fsub float 1.0, 2.0
  %r = bitcast float %f to i32
  ret i32 %r
}
