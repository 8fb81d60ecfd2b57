; ModuleID = 'module.ll'
source_filename = "module.ll"

declare fp128 @FtoItoFtoF_f32_s64_f64_f128(float) local_unnamed_addr

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none)
define i128 @fneg_as_int_ppc_fp128_f128_mask(ppc_fp128 %0) local_unnamed_addr #0 {
  %2 = fneg ppc_fp128 %0
  %3 = bitcast ppc_fp128 %2 to i128
  ret i128 %3
}

define noundef i128 @sequence() local_unnamed_addr {
  %1 = tail call fp128 @FtoItoFtoF_f32_s64_f64_f128(float 0.000000e+00)
  ret i128 bitcast (ppc_fp128 0xM80000000000000008000000000000000 to i128)
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) }
