; returns 1086324736 (0x40c00000)
declare float @llvm.vector.reduce.fadd.v2f32(float, <2 x float>)
define float @main() {
  %r = call float @llvm.vector.reduce.fadd.v2f32(float 1.0, <2 x float> <float 2.0, float 3.0>)
  ret float %r
}
