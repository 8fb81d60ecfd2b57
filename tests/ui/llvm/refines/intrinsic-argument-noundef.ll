; refines
declare float @llvm.fabs.f32(float)

define float @src(float %x) {
  %a = call float @llvm.fabs.f32(float noundef %x)
  %f = freeze float %x
  ret float %f
}

define float @tgt(float %x) {
  ret float %x
}
