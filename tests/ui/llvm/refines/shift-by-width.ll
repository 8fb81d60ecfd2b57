; refines
define i32 @src(i32 %x, i32 %y) {
  %m = and i32 %y, 31
  %r = shl i32 %x, %m
  ret i32 %r
}

define i32 @tgt(i32 %x, i32 %y) {
  %m = and i32 %y, 31
  %f = shl i32 %x, %m
  ret i32 %f
}
