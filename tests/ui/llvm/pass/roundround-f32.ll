; returns 1077936128 (0x40400000)
declare float @llvm.round.f32(float)
define float @main() {
  %r = call float @llvm.round.f32(float 2.5)
  ret float %r
}
