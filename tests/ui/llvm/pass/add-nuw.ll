; returns 4294967295 (0xffffffff)
define i32 @main() {
  %r = add nuw i32 -2, 1
  ret i32 %r
}
