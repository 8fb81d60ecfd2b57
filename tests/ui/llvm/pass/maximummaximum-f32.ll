; returns 0
declare float @llvm.maximum.f32(float, float)
define float @main() {
  %r = call float @llvm.maximum.f32(float -0.0, float 0.0)
  ret float %r
}
