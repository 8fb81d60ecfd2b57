; returns 1073741824 (0x40000000)
declare float @llvm.roundeven.f32(float)
define float @main() {
  %r = call float @llvm.roundeven.f32(float 2.5)
  ret float %r
}
