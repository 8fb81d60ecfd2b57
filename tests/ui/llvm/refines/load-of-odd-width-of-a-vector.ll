; refines
; LangRef, 'load' Instruction: the result of loading a type whose size is no number of bytes is
; undefined, if it was not stored with that type. Here lanes were, one of them poison.
; From LLVM 19's GVN, `pr63059.ll`.
define i9 @src(ptr %p, <4 x i6> %v) {
  store <4 x i6> %v, ptr %p
  %r = load i9, ptr %p
  ret i9 %r
}

define i9 @tgt(ptr %p, <4 x i6> %v) {
  store <4 x i6> %v, ptr %p
  %all = bitcast <4 x i6> %v to i24
  %r = trunc i24 %all to i9
  ret i9 %r
}
