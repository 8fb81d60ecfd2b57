; returns 1073741824 (0x40000000)
declare float @llvm.maxnum.f32(float, float)
define float @main() {
  %r = call float @llvm.maxnum.f32(float 1.0, float 2.0)
  ret float %r
}
