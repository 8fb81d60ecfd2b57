; returns poison
define i32 @main() {
  %r = shl nuw i32 2, 31
  ret i32 %r
}
