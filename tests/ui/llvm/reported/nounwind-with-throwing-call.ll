; broken
; FunctionAttrs: nounwind although a callee may throw.
declare void @f()

define void @src() {
  call void @f()
  ret void
}

define void @tgt() nounwind {
  call void @f()
  ret void
}
