; broken
define float @src(float %x) {
  %i = fptosi float %x to i32
  %r = sitofp i32 %i to float
  ret float %r
}

define float @tgt(float %x) {
  ret float %x
}
