; returns poison
define i8 @main() {
  %r = trunc nuw i32 256 to i8
  ret i8 %r
}
