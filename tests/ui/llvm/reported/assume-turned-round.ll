; broken
; An assumption became its negation in a branch that is dead only if it holds.
declare void @llvm.assume(i1)

define i8 @src(i8 %x) {
  %c = icmp ult i8 %x, 10
  call void @llvm.assume(i1 %c)
  ret i8 %x
}

define i8 @tgt(i8 %x) {
  %c = icmp ult i8 %x, 10
  call void @llvm.assume(i1 %c)
  %r = and i8 %x, 7
  ret i8 %r
}
