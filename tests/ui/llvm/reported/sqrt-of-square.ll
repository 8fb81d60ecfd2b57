; broken
; InstCombine: sqrt(x * x) as fabs without flags: x * x may overflow.
declare float @llvm.sqrt.f32(float)
declare float @llvm.fabs.f32(float)

define float @src(float %x) {
  %m = fmul float %x, %x
  %r = call float @llvm.sqrt.f32(float %m)
  ret float %r
}

define float @tgt(float %x) {
  %r = call float @llvm.fabs.f32(float %x)
  ret float %r
}
