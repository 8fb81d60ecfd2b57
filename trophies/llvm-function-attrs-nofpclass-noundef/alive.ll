define nofpclass(ninf zero nsub nnorm) float @src(float noundef %x) {
  ret float %x
}

define noundef nofpclass(ninf zero nsub nnorm) float @tgt(float noundef returned %x) local_unnamed_addr mustprogress nofree norecurse nosync nounwind willreturn memory(none) {
  ret float %x
}
