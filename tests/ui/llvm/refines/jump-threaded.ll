; refines
define i32 @src(i32 noundef %x) {
  %c = icmp ult i32 %x, 10
  br i1 %c, label %a, label %b
a:
  %d = icmp ult i32 %x, 20
  br i1 %d, label %t, label %f
b:
  br label %f
t:
  ret i32 1
f:
  ret i32 2
}

define i32 @tgt(i32 noundef %x) {
  %c = icmp ult i32 %x, 10
  %r = select i1 %c, i32 1, i32 2
  ret i32 %r
}
