; returns 1073741824 (0x40000000)
define i32 @main() {
  %f = frem float 5.0, 3.0
  %r = bitcast float %f to i32
  ret i32 %r
}
