; broken
define void @src(i1 %c) {
  br i1 %c, label %l, label %e
l:
  br label %l
e:
  ret void
}
define void @tgt(i1 %c) willreturn {
  br i1 %c, label %l, label %e
l:
  br label %l
e:
  ret void
}
