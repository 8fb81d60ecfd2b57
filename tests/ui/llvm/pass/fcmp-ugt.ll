; returns 0
define i1 @main() {
  %c = fcmp ugt double 1.0, 2.0
  ret i1 %c
}
