; returns 3
define i8 @main() {
  %r = extractvalue {i32, [2 x i8]} {i32 1, [2 x i8] [i8 2, i8 3]}, 1, 1
  ret i8 %r
}
