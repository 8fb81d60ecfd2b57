; stops branch-poison
define i32 @main() {
  %r = shl nsw i32 1, 31
  %c = icmp eq i32 %r, 0
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  ret i32 2
}
