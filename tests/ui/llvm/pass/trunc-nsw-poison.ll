; returns poison
define i8 @main() {
  %r = trunc nsw i32 128 to i8
  ret i8 %r
}
