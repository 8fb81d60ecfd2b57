; broken
define i32 @src(i1 %c) {
  %r = select i1 %c, i32 1, i32 2
  ret i32 %r
}

define i32 @tgt(i1 %c) {
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  ret i32 2
}
