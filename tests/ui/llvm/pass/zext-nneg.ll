; returns 127 (0x7f)
define i32 @main() {
  %r = zext nneg i8 127 to i32
  ret i32 %r
}
