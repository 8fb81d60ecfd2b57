; refines
define i32 @src(ptr %p, i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  %x = load i32, ptr %p
  br label %m
b:
  store i32 3, ptr %p
  br label %m
m:
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt(ptr %p, i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  %x = load i32, ptr %p
  br label %m
b:
  store i32 3, ptr %p
  br label %m
m:
  %v = phi i32 [ %x, %a ], [ 3, %b ]
  ret i32 %v
}
