; broken
; InstCombine: the idiom of abs became llvm.abs with int_min_poison.
declare i8 @llvm.abs.i8(i8, i1)

define i8 @src(i8 %x) {
  %c = icmp slt i8 %x, 0
  %n = sub i8 0, %x
  %r = select i1 %c, i8 %n, i8 %x
  ret i8 %r
}

define i8 @tgt(i8 %x) {
  %r = call i8 @llvm.abs.i8(i8 %x, i1 true)
  ret i8 %r
}
