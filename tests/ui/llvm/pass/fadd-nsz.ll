; returns 1
define i1 @main() {
  %f = fadd nsz float -0.0, -0.0
  %c = fcmp oeq float %f, 0.0
  ret i1 %c
}
