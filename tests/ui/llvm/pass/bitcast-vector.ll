; returns 67305985 (0x4030201)
define i32 @main() {
  %r = bitcast <4 x i8> <i8 1, i8 2, i8 3, i8 4> to i32
  ret i32 %r
}
