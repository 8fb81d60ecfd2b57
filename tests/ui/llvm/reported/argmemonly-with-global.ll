; broken
; FunctionAttrs: a function that reads a global was marked memory(argmem: read).
@g = global i8 3

define i8 @src(ptr %p) {
  %r = load i8, ptr @g
  ret i8 %r
}

define i8 @tgt(ptr %p) memory(argmem: read) {
  %r = load i8, ptr @g
  ret i8 %r
}
