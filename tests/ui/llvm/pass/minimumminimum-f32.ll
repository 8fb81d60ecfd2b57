; returns 2147483648 (0x80000000)
declare float @llvm.minimum.f32(float, float)
define float @main() {
  %r = call float @llvm.minimum.f32(float -0.0, float 0.0)
  ret float %r
}
