; broken
define i1 @src(float %x) {
  %c = fcmp uno float %x, 0.0
  ret i1 %c
}
define i1 @tgt(float %x) {
  ret i1 false
}
