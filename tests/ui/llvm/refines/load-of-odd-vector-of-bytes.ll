; refines
; LangRef, 'load' Instruction: three lanes of four bits fill no whole number of bytes, and bytes were stored.
; From LLVM 19's GVN, `pr63059.ll`.
define i4 @src(ptr %p, <8 x i8> %v) {
  store <8 x i8> %v, ptr %p
  %l = load <3 x i4>, ptr %p
  %r = extractelement <3 x i4> %l, i32 1
  ret i4 %r
}

define i4 @tgt(ptr %p, <8 x i8> %v) {
  store <8 x i8> %v, ptr %p
  %all = bitcast <8 x i8> %v to i64
  %low = trunc i64 %all to i12
  %l = bitcast i12 %low to <3 x i4>
  %r = extractelement <3 x i4> %l, i32 1
  ret i4 %r
}
