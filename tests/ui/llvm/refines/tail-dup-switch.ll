; refines
define i8 @src(i8 %x) {
  %y = and i8 %x, 3
  switch i8 %y, label %u [ i8 0, label %a  i8 1, label %b  i8 2, label %c  i8 3, label %d ]
a:
  ret i8 10
b:
  ret i8 11
c:
  ret i8 12
d:
  ret i8 13
u:
  unreachable
}
define i8 @tgt(i8 %x) {
  %y = and i8 %x, 3
  %r = add nuw nsw i8 %y, 10
  ret i8 %r
}
