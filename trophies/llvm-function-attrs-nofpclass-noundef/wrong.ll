; ModuleID = 'module.ll'
source_filename = "module.ll"

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none)
define noundef nofpclass(ninf zero nsub nnorm) float @ret_nofpclass_negatives_zero__select_clamp_pos_to_zero(float noundef returned %x) local_unnamed_addr #0 {
  ret float %x
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) }
