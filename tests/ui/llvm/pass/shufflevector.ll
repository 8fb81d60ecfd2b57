; returns <4, poison, 1>
define <3 x i32> @main() {
  %v = shufflevector <2 x i32> <i32 1, i32 2>, <2 x i32> <i32 3, i32 4>, <3 x i32> <i32 3, i32 poison, i32 0>
  ret <3 x i32> %v
}
