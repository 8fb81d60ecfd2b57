; broken
declare float @llvm.vector.reduce.fadd.v4f32(float, <4 x float>)
define float @src(<4 x float> noundef %v) {
  %r = call float @llvm.vector.reduce.fadd.v4f32(float -0.0, <4 x float> %v)
  ret float %r
}

define float @tgt(<4 x float> noundef %v) {
  %s = shufflevector <4 x float> %v, <4 x float> poison, <4 x i32> <i32 2, i32 3, i32 poison, i32 poison>
  %a = fadd <4 x float> %v, %s
  %x = extractelement <4 x float> %a, i32 0
  %y = extractelement <4 x float> %a, i32 1
  %r = fadd float %x, %y
  ret float %r
}
