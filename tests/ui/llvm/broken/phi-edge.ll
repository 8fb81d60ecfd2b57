; broken
define i32 @src(i1 noundef %c) {
  br i1 %c, label %a, label %b
a:
  br label %m
b:
  br label %m
m:
  %r = phi i32 [ 1, %a ], [ 2, %b ]
  ret i32 %r
}

define i32 @tgt(i1 noundef %c) {
  %r = select i1 %c, i32 2, i32 1
  ret i32 %r
}
