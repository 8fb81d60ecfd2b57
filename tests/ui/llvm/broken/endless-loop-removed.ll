; broken
define i32 @src(i1 %c) {
entry:
  br i1 %c, label %l, label %e
l:
  br label %l
e:
  ret i32 1
}
define i32 @tgt(i1 %c) {
  ret i32 1
}
