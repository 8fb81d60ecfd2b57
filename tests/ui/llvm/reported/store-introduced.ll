; broken
; A conditional store became load, select and store.
define void @src(ptr %p, i1 %c) {
  br i1 %c, label %a, label %b
a:
  store i8 1, ptr %p
  br label %b
b:
  ret void
}

define void @tgt(ptr %p, i1 %c) {
  %o = load i8, ptr %p
  %n = select i1 %c, i8 1, i8 %o
  store i8 %n, ptr %p
  ret void
}
