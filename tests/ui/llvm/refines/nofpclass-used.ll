; refines
define i1 @src(float nofpclass(nan) %x) {
  %c = fcmp uno float %x, 0.0
  ret i1 %c
}
define i1 @tgt(float nofpclass(nan) %x) {
  ret i1 false
}
