; returns 1065353216 (0x3f800000)
define i32 @main() {
  %r = bitcast float 1.0 to i32
  ret i32 %r
}
