; refines
define i32 @src(ptr %p) {
  %v = load i32, ptr %p
  %c = icmp eq ptr %p, null
  br i1 %c, label %a, label %b
a:
  ret i32 0
b:
  ret i32 %v
}
define i32 @tgt(ptr %p) {
  %v = load i32, ptr %p
  ret i32 %v
}
