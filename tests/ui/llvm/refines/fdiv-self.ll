; refines
define double @src(double %x) {
  %r = fdiv nnan double %x, %x
  ret double %r
}
define double @tgt(double %x) {
  ret double 1.0
}
