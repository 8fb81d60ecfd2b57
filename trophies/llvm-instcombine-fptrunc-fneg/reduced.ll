define half @bf16_to_f32_to_f16(bfloat %0) {
  %2 = fpext bfloat %0 to float
  %3 = fneg fast float %2
  %4 = fptrunc float %3 to half
  ret half %4
}
