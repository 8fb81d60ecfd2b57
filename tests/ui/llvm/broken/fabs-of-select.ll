; broken
declare float @llvm.fabs.f32(float)
define float @src(float %x) {
  %n = fneg float %x
  %c = fcmp olt float %x, 0.0
  %r = select i1 %c, float %n, float %x
  ret float %r
}

define float @tgt(float %x) {
  %r = call float @llvm.fabs.f32(float %x)
  ret float %r
}
