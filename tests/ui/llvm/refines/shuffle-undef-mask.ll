; refines
; What opt-16 writes: up to that version an undefined mask element gives undef.
define <4 x float> @src(ptr align 4 dereferenceable(16) %p) {
  %s = load float, ptr %p, align 4
  %r = insertelement <4 x float> undef, float %s, i32 0
  ret <4 x float> %r
}

define <4 x float> @tgt(ptr align 4 dereferenceable(16) %p) {
  %s = load <4 x float>, ptr %p, align 4
  %r = shufflevector <4 x float> %s, <4 x float> poison, <4 x i32> <i32 0, i32 undef, i32 undef, i32 undef>
  ret <4 x float> %r
}
