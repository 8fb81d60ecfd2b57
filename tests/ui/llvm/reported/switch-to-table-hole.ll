; broken
; SimplifyCFG: a lookup table gave a number for a hole.
define i8 @src(i8 %x) {
  switch i8 %x, label %d [ i8 0, label %a
  i8 2, label %b ]
a:
  ret i8 10
b:
  ret i8 30
d:
  ret i8 0
}

define i8 @tgt(i8 %x) {
  %c = icmp ult i8 %x, 3
  br i1 %c, label %t, label %d
t:
  %s = mul i8 %x, 10
  %r = add i8 %s, 10
  ret i8 %r
d:
  ret i8 0
}
