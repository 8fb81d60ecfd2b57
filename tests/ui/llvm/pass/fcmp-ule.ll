; returns 1
define i1 @main() {
  %c = fcmp ule double 1.0, 2.0
  ret i1 %c
}
