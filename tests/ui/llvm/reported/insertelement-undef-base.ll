; broken
; SLP/InstCombine: a vector built on undef was built on poison while lanes were left out.
define <2 x i8> @src(i8 %x) {
  %r = insertelement <2 x i8> undef, i8 %x, i32 0
  ret <2 x i8> %r
}

define <2 x i8> @tgt(i8 %x) {
  %r = insertelement <2 x i8> poison, i8 %x, i32 0
  ret <2 x i8> %r
}
