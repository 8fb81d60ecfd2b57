; refines
define i32 @src(i32 noundef %x) {
  %c = icmp eq i32 %x, 0
  br i1 %c, label %u, label %n
u:
  unreachable
n:
  ret i32 %x
}

define i32 @tgt(i32 noundef %x) {
  ret i32 %x
}
