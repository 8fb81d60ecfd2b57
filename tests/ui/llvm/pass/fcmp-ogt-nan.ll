; returns 0
define i1 @main() {
  %c = fcmp ogt double 1.0, 0x7FF8000000000000
  ret i1 %c
}
