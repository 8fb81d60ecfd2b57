; returns 3212836864 (0xbf800000)
declare float @llvm.copysign.f32(float, float)
define float @main() {
  %r = call float @llvm.copysign.f32(float 1.0, float -0.0)
  ret float %r
}
