; returns 3261071360 (0xc2600000)
define i32 @main() {
  %f = sitofp i8 200 to float
  %r = bitcast float %f to i32
  ret i32 %r
}
