; returns 1065353216 (0x3f800000)
declare float @llvm.minnum.f32(float, float)
define float @main() {
  %r = call float @llvm.minnum.f32(float 1.0, float 0x7FF8000000000000)
  ret float %r
}
