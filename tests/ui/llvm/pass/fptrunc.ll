; returns 1069547520 (0x3fc00000)
define i32 @main() {
  %d = fptrunc double 1.5 to float
  %r = bitcast float %d to i32
  ret i32 %r
}
