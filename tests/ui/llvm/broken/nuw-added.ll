; broken
define i32 @src(i32 %x) {
  %r = shl i32 %x, 1
  ret i32 %r
}

define i32 @tgt(i32 %x) {
  %r = shl nuw i32 %x, 1
  ret i32 %r
}
