; broken
define i32 @src(i1 %c, i32 %x) {
  %s = select i1 %c, i32 %x, i32 0
  %d = udiv i32 100, %s
  ret i32 %d
}

define i32 @tgt(i1 %c, i32 %x) {
  %r = select i1 %c, i32 100, i32 0
  ret i32 %r
}
