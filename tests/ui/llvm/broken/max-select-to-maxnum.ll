; broken
declare float @llvm.maxnum.f32(float, float)
define float @src(float %x) {
  %c = fcmp ogt float %x, 0.0
  %r = select i1 %c, float %x, float 0.0
  ret float %r
}
define float @tgt(float %x) {
  %r = call float @llvm.minnum.f32(float %x, float 0.0)
  ret float %r
}
declare float @llvm.minnum.f32(float, float)
