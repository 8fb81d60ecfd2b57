; returns poison
define i1 @main() {
  %f = fadd nnan float 0x7FF0000000000000, 0xFFF0000000000000
  %c = fcmp ord float %f, %f
  ret i1 %c
}
