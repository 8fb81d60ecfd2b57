; refines
declare double @llvm.powi.f64.i32(double, i32)
define double @src(double %x) {
  %r = call double @llvm.powi.f64.i32(double %x, i32 2)
  ret double %r
}
define double @tgt(double %x) {
  %r = fmul double %x, %x
  ret double %r
}
