; returns 1
define i1 @main() {
  %c = fcmp une double 1.0, 2.0
  ret i1 %c
}
