; broken
define i8 @src(i32 %x) {
  %s = lshr i32 %x, 4
  %r = trunc i32 %s to i8
  ret i8 %r
}

define i8 @tgt(i32 %x) {
  %t = trunc i32 %x to i8
  %r = lshr i8 %t, 4
  ret i8 %r
}
