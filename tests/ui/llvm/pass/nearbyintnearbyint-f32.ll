; returns 1082130432 (0x40800000)
declare float @llvm.nearbyint.f32(float)
define float @main() {
  %r = call float @llvm.nearbyint.f32(float 3.5)
  ret float %r
}
