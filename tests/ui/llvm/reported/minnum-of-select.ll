; broken
; InstCombine: a select on fcmp became minnum although x may be NaN.
declare float @llvm.minnum.f32(float, float)

define float @src(float %x, float %y) {
  %c = fcmp olt float %x, %y
  %r = select i1 %c, float %x, float %y
  ret float %r
}

define float @tgt(float %x, float %y) {
  %r = call float @llvm.minnum.f32(float %x, float %y)
  ret float %r
}
