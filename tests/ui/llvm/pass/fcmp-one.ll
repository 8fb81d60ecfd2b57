; returns 1
define i1 @main() {
  %c = fcmp one double 1.0, 2.0
  ret i1 %c
}
