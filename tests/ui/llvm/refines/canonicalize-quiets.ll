; refines
declare float @llvm.canonicalize.f32(float)
define float @src() {
  %r = call float @llvm.canonicalize.f32(float 0x7FF1000000000000)
  ret float %r
}
define float @tgt() {
  %r = call noundef nofpclass(snan inf zero sub norm) float @llvm.canonicalize.f32(float 0x7FF1000000000000)
  ret float %r
}
