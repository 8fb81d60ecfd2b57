; returns <2, poison>
define <2 x i8> @main() {
  %v = add nuw <2 x i8> <i8 1, i8 255>, <i8 1, i8 1>
  ret <2 x i8> %v
}
