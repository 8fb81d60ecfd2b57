; broken
define double @src(double %x) {
  %a = fptrunc double %x to float
  %b = fpext float %a to double
  ret double %b
}
define double @tgt(double %x) {
  ret double %x
}
