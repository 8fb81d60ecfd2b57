; refines
define i32 @src(i32 %x) {
  %f = freeze i32 %x
  %r = and i32 %f, 1
  ret i32 %r
}

define i32 @tgt(i32 %x) {
  %f = freeze i32 %x
  %r = and i32 1, %f
  ret i32 %r
}
