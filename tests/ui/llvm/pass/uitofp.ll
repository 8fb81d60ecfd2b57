; returns 1128792064 (0x43480000)
define i32 @main() {
  %f = uitofp i8 200 to float
  %r = bitcast float %f to i32
  ret i32 %r
}
