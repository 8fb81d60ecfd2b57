; broken
; InstCombine: a clamp of a wrapping sum became uadd.sat.
declare i8 @llvm.uadd.sat.i8(i8, i8)
declare i8 @llvm.umin.i8(i8, i8)

define i8 @src(i8 %x, i8 %y) {
  %s = add i8 %x, %y
  %c = icmp ugt i8 %s, 100
  %r = select i1 %c, i8 100, i8 %s
  ret i8 %r
}

define i8 @tgt(i8 %x, i8 %y) {
  %s = call i8 @llvm.uadd.sat.i8(i8 %x, i8 %y)
  %r = call i8 @llvm.umin.i8(i8 %s, i8 100)
  ret i8 %r
}
