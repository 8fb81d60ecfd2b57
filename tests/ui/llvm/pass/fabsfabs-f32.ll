; returns 1073741824 (0x40000000)
declare float @llvm.fabs.f32(float)
define float @main() {
  %r = call float @llvm.fabs.f32(float -2.0)
  ret float %r
}
