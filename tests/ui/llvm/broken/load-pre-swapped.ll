; broken
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
  %x = load i32, ptr %p
  br i1 %c, label %a, label %b
a:
  br label %m
b:
  store i32 3, ptr %p
  br label %m
m:
  ret i32 %x
}
