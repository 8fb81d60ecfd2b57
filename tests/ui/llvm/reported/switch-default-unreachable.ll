; broken
; SimplifyCFG: the default of a switch became unreachable although a value is missing.
define i8 @src(i2 %x) {
  switch i2 %x, label %d [ i2 0, label %a
  i2 1, label %b ]
a:
  ret i8 1
b:
  ret i8 2
d:
  ret i8 3
}

define i8 @tgt(i2 %x) {
  switch i2 %x, label %d [ i2 0, label %a
  i2 1, label %b ]
a:
  ret i8 1
b:
  ret i8 2
d:
  unreachable
}
