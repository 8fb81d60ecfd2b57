; broken
define void @src(ptr %p, i1 %c, i32 %v) {
entry:
  br i1 %c, label %t, label %e
t:
  store i32 %v, ptr %p
  br label %e
e:
  ret void
}
define void @tgt(ptr %p, i1 %c, i32 %v) {
  %old = load i32, ptr %p
  %n = select i1 %c, i32 %v, i32 %old
  store i32 %n, ptr %p
  ret void
}
