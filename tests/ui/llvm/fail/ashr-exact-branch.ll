; stops branch-poison
define i32 @main() {
  %r = ashr exact i32 -9, 3
  %c = icmp eq i32 %r, 0
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  ret i32 2
}
