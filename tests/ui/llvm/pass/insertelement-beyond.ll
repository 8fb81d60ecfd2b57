; returns <poison, poison>
define <2 x i32> @main() {
  %v = insertelement <2 x i32> <i32 1, i32 2>, i32 9, i32 2
  ret <2 x i32> %v
}
