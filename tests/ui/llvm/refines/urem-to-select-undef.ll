; refines
; The paper's figure 5: llvm-project issue 62401.
define <2 x i32> @src(<2 x i1> %x, <2 x i32> %y) {
  %sext = sext <2 x i1> %x to <2 x i32>
  %r.i2 = xor <2 x i32> <i32 42, i32 -7>, %sext
  %r.i = xor <2 x i32> <i32 42, i32 -7>, %r.i2
  %r = urem <2 x i32> %y, %r.i
  ret <2 x i32> %r
}

define <2 x i32> @tgt(<2 x i1> %x, <2 x i32> %y) {
  %f = freeze <2 x i32> %y
  %c = icmp eq <2 x i32> %f, <i32 -1, i32 -1>
  %r = select <2 x i1> %c, <2 x i32> zeroinitializer, <2 x i32> %f
  ret <2 x i32> %r
}
