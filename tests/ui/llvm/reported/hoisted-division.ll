; broken
; LICM/SimplifyCFG speculation: a division left its guard.
define i8 @src(i8 %x, i8 %y) {
  %c = icmp eq i8 %y, 0
  br i1 %c, label %a, label %b
a:
  ret i8 0
b:
  %d = udiv i8 %x, %y
  ret i8 %d
}

define i8 @tgt(i8 %x, i8 %y) {
  %d = udiv i8 %x, %y
  %c = icmp eq i8 %y, 0
  %r = select i1 %c, i8 0, i8 %d
  ret i8 %r
}
