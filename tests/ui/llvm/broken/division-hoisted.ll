; broken
define i32 @src(i1 %c, i32 %x) {
  br i1 %c, label %a, label %b
a:
  %d = udiv i32 100, %x
  ret i32 %d
b:
  ret i32 0
}

define i32 @tgt(i1 %c, i32 %x) {
  %d = udiv i32 100, %x
  %r = select i1 %c, i32 %d, i32 0
  ret i32 %r
}
