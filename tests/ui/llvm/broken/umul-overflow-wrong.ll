; broken
declare {i8, i1} @llvm.umul.with.overflow.i8(i8, i8)
define i1 @src(i8 %a, i8 %b) {
  %m = call {i8, i1} @llvm.umul.with.overflow.i8(i8 %a, i8 %b)
  %o = extractvalue {i8, i1} %m, 1
  ret i1 %o
}
define i1 @tgt(i8 %a, i8 %b) {
  %m = mul i8 %a, %b
  %o = icmp ult i8 %m, %a
  ret i1 %o
}
