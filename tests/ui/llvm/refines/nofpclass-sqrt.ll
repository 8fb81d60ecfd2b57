; refines
; Also of an undef operand, which may be chosen as a signalling NaN.
declare float @llvm.sqrt.f32(float)
define float @src(float %x) {
  %r = call float @llvm.sqrt.f32(float %x)
  ret float %r
}
define float @tgt(float %x) {
  %r = call nofpclass(ninf nsub nnorm) float @llvm.sqrt.f32(float %x)
  ret float %r
}
