declare fp128 @FtoItoFtoF_f32_s64_f64_f128(float)

define i128 @fneg_as_int_ppc_fp128_f128_mask(ppc_fp128 %0) {
  %2 = bitcast ppc_fp128 %0 to i128
  %3 = xor i128 %2, -170141183460469231731687303715884105728
  ret i128 %3
}

define i128 @sequence() {
  %1 = call fp128 @FtoItoFtoF_f32_s64_f64_f128(float 0.0e+0)
  %2 = call i128 @fneg_as_int_ppc_fp128_f128_mask(ppc_fp128 0xM00000000000000000000000000000000)
  ret i128 %2
}
