; returns 4294967295 (0xffffffff)
define i32 @main() {
  %r = sext i8 -1 to i32
  ret i32 %r
}
