; refines
declare float @llvm.sin.f32(float)
define float @src(float %x) {
  %n = fneg float %x
  %r = call float @llvm.sin.f32(float %n)
  ret float %r
}
define float @tgt(float %x) {
  %s = call float @llvm.sin.f32(float %x)
  %r = fneg float %s
  ret float %r
}
