define i8 @src() {
  %1 = call noalias ptr @malloc(i64 1) nobuiltin nounwind
  %2 = load i8, ptr %1
  ret i8 0
}

declare ptr @malloc(i64)

define noundef i8 @tgt() local_unnamed_addr mustprogress nofree norecurse nosync nounwind willreturn memory(none) {
  ret i8 0
}
