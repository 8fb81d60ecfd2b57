; Vectors and aggregates, fixed and scalable.
define <4 x i32> @fixed(<4 x i32> %v, <4 x i32> %w, i32 %x, i64 %i) {
  %e = extractelement <4 x i32> %v, i64 %i
  %s = add i32 %e, %x
  %v1 = insertelement <4 x i32> %v, i32 %s, i64 2
  %v2 = shufflevector <4 x i32> %v1, <4 x i32> %w, <4 x i32> <i32 0, i32 7, i32 poison, i32 3>
  %c = icmp ult <4 x i32> %v2, <i32 1, i32 2, i32 3, i32 4>
  %v3 = select <4 x i1> %c, <4 x i32> %v2, <4 x i32> zeroinitializer
  ret <4 x i32> %v3
}

define <vscale x 2 x double> @scalable(<vscale x 2 x double> %v) {
  %r = fadd <vscale x 2 x double> %v, splat (double 2.0e+0)
  ret <vscale x 2 x double> %r
}

define { i8, [2 x i16] } @aggregates({ i8, [2 x i16] } %a, i16 %x) {
  %1 = extractvalue { i8, [2 x i16] } %a, 1, 0
  %2 = add i16 %1, %x
  %3 = insertvalue { i8, [2 x i16] } %a, i16 %2, 1, 1
  %4 = insertvalue { i8, [2 x i16] } %3, i8 undef, 0
  ret { i8, [2 x i16] } %4
}
