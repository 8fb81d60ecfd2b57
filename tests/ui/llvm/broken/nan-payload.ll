; broken
; The preferred payload is zero, the operand has another.
define i32 @src(i32 noundef %b) {
  %c = icmp eq i32 %b, 2143289345
  %r = select i1 %c, i32 0, i32 1
  ret i32 %r
}
define i32 @tgt(i32 noundef %b) {
  %c = icmp eq i32 %b, 2143289345
  %x = bitcast i32 %b to float
  %s = insertelement <4 x float> poison, float %x, i32 0
  %v = shufflevector <4 x float> %s, <4 x float> poison, <4 x i32> zeroinitializer
  %w = fadd <4 x float> %v, <float 1.0, float 2.0, float 3.0, float 4.0>
  %t = bitcast <4 x float> %w to <4 x i32>
  %o = call i32 @llvm.vector.reduce.or.v4i32(<4 x i32> %t)
  %p = and i32 %o, 4194303
  %r = select i1 %c, i32 %p, i32 1
  ret i32 %r
}
declare i32 @llvm.vector.reduce.or.v4i32(<4 x i32>)
