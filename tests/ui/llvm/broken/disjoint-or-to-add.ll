; broken
define i32 @src(i32 %x, i32 %y) {
  %r = or disjoint i32 %x, %y
  ret i32 %r
}

define i32 @tgt(i32 %x, i32 %y) {
  %r = sub i32 %x, %y
  ret i32 %r
}
