; returns 3221225472 (0xc0000000)
declare float @llvm.floor.f32(float)
define float @main() {
  %r = call float @llvm.floor.f32(float -1.5)
  ret float %r
}
