; refines
define double @src(double %x) {
  %a = fmul double %x, 1.0
  ret double %a
}
define double @tgt(double %x) {
  ret double %x
}
