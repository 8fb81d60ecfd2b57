; returns 1088421888 (0x40e00000)
declare float @llvm.fma.f32(float, float, float)
define float @main() {
  %r = call float @llvm.fma.f32(float 2.0, float 3.0, float 1.0)
  ret float %r
}
