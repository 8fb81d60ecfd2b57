; refines
define i1 @src(float %x) {
  %c = fcmp ord float %x, %x
  ret i1 %c
}
define i1 @tgt(float %x) {
  %c = fcmp ord float %x, 0.0
  ret i1 %c
}
