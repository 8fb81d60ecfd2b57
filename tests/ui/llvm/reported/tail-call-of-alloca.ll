; broken
; Inlining/tail calls: a value read after its frame is gone.
declare void @f(ptr)

define i8 @src() {
  %a = alloca i8
  store i8 4, ptr %a
  call void @f(ptr %a)
  %r = load i8, ptr %a
  ret i8 %r
}

define i8 @tgt() {
  %a = alloca i8
  store i8 4, ptr %a
  call void @f(ptr %a)
  ret i8 4
}
