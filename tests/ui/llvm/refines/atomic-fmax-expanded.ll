; refines
declare float @llvm.maxnum.f32(float, float)
define float @src(ptr %p, float noundef %v) {
  store i32 -8355585, ptr %p, align 4
  %r = atomicrmw fmax ptr %p, float %v seq_cst, align 4
  ret float %r
}
define float @tgt(ptr %p, float noundef %v) {
  store i32 -8355585, ptr %p, align 4
  %o = load float, ptr %p, align 4
  %m = call float @llvm.maxnum.f32(float %o, float %v)
  store float %m, ptr %p, align 4
  ret float %o
}
