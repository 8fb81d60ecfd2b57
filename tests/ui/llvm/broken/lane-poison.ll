; broken
define <2 x i32> @src(<2 x i32> %v) {
  %r = insertelement <2 x i32> %v, i32 poison, i32 0
  ret <2 x i32> %r
}

define <2 x i32> @tgt(<2 x i32> %v) {
  ret <2 x i32> zeroinitializer
}
