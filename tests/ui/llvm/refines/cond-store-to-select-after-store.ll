; refines
define void @src(ptr %p, i1 %c, i32 %v) {
entry:
  store i32 7, ptr %p
  br i1 %c, label %t, label %e
t:
  store i32 %v, ptr %p
  br label %e
e:
  ret void
}
define void @tgt(ptr %p, i1 %c, i32 %v) {
  %n = select i1 %c, i32 %v, i32 7
  store i32 %n, ptr %p
  ret void
}
