; refines
declare double @rint(double)
declare float @rintf(float)
define float @src(float %x) {
  %w = fpext float %x to double
  %r = call double @rint(double %w)
  %n = fptrunc double %r to float
  ret float %n
}
define float @tgt(float %x) {
  %r = call float @rintf(float %x)
  ret float %r
}
