; refines
declare float @llvm.fma.f32(float, float, float)
define float @src(float %x, float %y, float %z) {
  %m = fmul contract float %x, %y
  %r = fadd contract float %m, %z
  ret float %r
}
define float @tgt(float %x, float %y, float %z) {
  %r = call float @llvm.fma.f32(float %x, float %y, float %z)
  ret float %r
}
