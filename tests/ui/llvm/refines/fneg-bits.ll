; refines
define i32 @src(float %x) {
  %a = fneg float %x
  %b = bitcast float %a to i32
  ret i32 %b
}
define i32 @tgt(float %x) {
  %b = bitcast float %x to i32
  %c = xor i32 %b, -2147483648
  ret i32 %c
}
