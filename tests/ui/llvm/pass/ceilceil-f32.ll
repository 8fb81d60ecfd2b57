; returns 3212836864 (0xbf800000)
declare float @llvm.ceil.f32(float)
define float @main() {
  %r = call float @llvm.ceil.f32(float -1.5)
  ret float %r
}
