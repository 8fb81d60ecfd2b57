; broken
; InstCombine: cttz of a number that may be zero with is_zero_poison.
declare i8 @llvm.cttz.i8(i8, i1)

define i8 @src(i8 %x) {
  %r = call i8 @llvm.cttz.i8(i8 %x, i1 false)
  ret i8 %r
}

define i8 @tgt(i8 %x) {
  %r = call i8 @llvm.cttz.i8(i8 %x, i1 true)
  ret i8 %r
}
