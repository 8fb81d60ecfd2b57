; returns 4294967292 (0xfffffffc)
declare double @copysign(double, double)
define i32 @main() {
  %f = call double @copysign(double 4.0, double -0.0)
  %v = fptosi double %f to i32
  ret i32 %v
}
