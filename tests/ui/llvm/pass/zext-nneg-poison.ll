; returns poison
define i32 @main() {
  %r = zext nneg i8 -1 to i32
  ret i32 %r
}
