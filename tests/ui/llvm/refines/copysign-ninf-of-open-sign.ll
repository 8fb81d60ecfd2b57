; refines
; LangRef, Fast-Math Flags: `ninf` on a call excludes infinite arguments, and an undef sign may be one.
declare float @llvm.copysign.f32(float, float)

define float @src() {
  %s = call float @llvm.copysign.f32(float undef, float 1.0)
  %r = call ninf float @llvm.copysign.f32(float 1.0, float %s)
  ret float %r
}

define float @tgt() {
  ret float poison
}
