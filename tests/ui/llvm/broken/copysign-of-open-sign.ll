; broken
; The twin of refines/copysign-ninf-of-open-sign.ll: without the flag, whatever is undef only leaves the sign open.
declare float @llvm.copysign.f32(float, float)

define float @src() {
  %s = call float @llvm.copysign.f32(float undef, float 1.0)
  %r = call float @llvm.copysign.f32(float 1.0, float %s)
  ret float %r
}

define float @tgt() {
  ret float poison
}
