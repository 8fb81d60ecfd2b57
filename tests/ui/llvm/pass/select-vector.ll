; returns 1025 (0x401)
define i16 @main() {
  %v = select <2 x i1> <i1 true, i1 false>, <2 x i8> <i8 1, i8 2>, <2 x i8> <i8 3, i8 4>
  %r = bitcast <2 x i8> %v to i16
  ret i16 %r
}
