; broken
declare double @floor(double)
declare double @ceil(double)
define double @src(double %x) {
  %r = call double @floor(double %x)
  ret double %r
}
define double @tgt(double %x) {
  %r = call double @ceil(double %x)
  ret double %r
}
