; returns 255 (0xff)
define i32 @main() {
  %r = zext i8 -1 to i32
  ret i32 %r
}
