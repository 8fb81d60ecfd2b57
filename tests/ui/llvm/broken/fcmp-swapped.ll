; broken
define i1 @src(float %x, float %y) {
  %r = fcmp ogt float %x, %y
  ret i1 %r
}

define i1 @tgt(float %x, float %y) {
  %r = fcmp ult float %y, %x
  ret i1 %r
}
