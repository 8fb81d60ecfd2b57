; broken
define i32 @src(i1 %a, i1 %b, i32 %x, i32 %y) {
  %s = select i1 %b, i32 %x, i32 %y
  %r = select i1 %a, i32 %s, i32 %y
  ret i32 %r
}
define i32 @tgt(i1 %a, i1 %b, i32 %x, i32 %y) {
  %c = and i1 %a, %b
  %r = select i1 %c, i32 %x, i32 %y
  ret i32 %r
}
