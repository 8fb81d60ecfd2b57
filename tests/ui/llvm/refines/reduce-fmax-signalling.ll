; refines
declare float @llvm.maxnum.f32(float, float)
declare float @llvm.vector.reduce.fmax.v2f32(<2 x float>)
define float @src(float noundef %x) {
  %v = insertelement <2 x float> <float poison, float 0x7FF1000000000000>, float %x, i32 0
  %r = call float @llvm.vector.reduce.fmax.v2f32(<2 x float> %v)
  ret float %r
}
define float @tgt(float noundef %x) {
  %r = call float @llvm.maxnum.f32(float %x, float 0x7FF1000000000000)
  ret float %r
}
