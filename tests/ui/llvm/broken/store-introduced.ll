; broken
define void @src(i1 %c, ptr %p) {
  br i1 %c, label %a, label %b
a:
  store i32 1, ptr %p
  br label %b
b:
  ret void
}

define void @tgt(i1 %c, ptr %p) {
  %o = load i32, ptr %p
  %n = select i1 %c, i32 1, i32 %o
  store i32 %n, ptr %p
  ret void
}
