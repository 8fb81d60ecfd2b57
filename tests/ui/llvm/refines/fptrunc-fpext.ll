; refines
define float @src(float %x) {
  %a = fpext float %x to double
  %b = fptrunc double %a to float
  ret float %b
}
define float @tgt(float %x) {
  ret float %x
}
