; refines
define <2 x i32> @src(<2 x i32> %v) {
  %r = shufflevector <2 x i32> %v, <2 x i32> poison, <2 x i32> <i32 1, i32 0>
  %s = shufflevector <2 x i32> %r, <2 x i32> poison, <2 x i32> <i32 1, i32 0>
  ret <2 x i32> %s
}

define <2 x i32> @tgt(<2 x i32> %v) {
  ret <2 x i32> %v
}
