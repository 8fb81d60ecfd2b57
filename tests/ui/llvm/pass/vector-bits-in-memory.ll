; returns 129 (0x81)
define i8 @main() {
  %p = alloca i8
  store <8 x i1> <i1 1, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 1>, ptr %p
  %r = load i8, ptr %p
  ret i8 %r
}
