; returns 255 (0xff)
define i8 @main() {
  %r = trunc nuw i32 255 to i8
  ret i8 %r
}
