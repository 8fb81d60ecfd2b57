; ModuleID = 'module.ll'
source_filename = "module.ll"

define half @bf16_to_f32_to_f16(bfloat %0) {
  %2 = fpext bfloat %0 to float
  %3 = fptrunc float %2 to half
  %4 = fneg fast half %3
  ret half %4
}
