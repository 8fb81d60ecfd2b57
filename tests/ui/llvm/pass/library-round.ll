; returns 3
declare double @round(double)
define i32 @main() {
  %f = call double @round(double 2.5)
  %v = fptosi double %f to i32
  ret i32 %v
}
