; refines
define i32 @src(i32 %x) {
  %a = lshr i32 %x, 20
  %r = lshr i32 %a, 20
  ret i32 %r
}

define i32 @tgt(i32 %x) {
  ret i32 0
}
