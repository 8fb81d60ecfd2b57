; refines
define i64 @src(i128 %x) {
  %h = lshr i128 %x, 64
  %r = trunc i128 %h to i64
  ret i64 %r
}

define i64 @tgt(i128 %x) {
  %h = ashr i128 %x, 64
  %r = trunc i128 %h to i64
  ret i64 %r
}
