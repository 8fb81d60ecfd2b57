; returns 1073741824 (0x40000000)
declare float @llvm.sqrt.f32(float)
define float @main() {
  %r = call float @llvm.sqrt.f32(float 4.0)
  ret float %r
}
