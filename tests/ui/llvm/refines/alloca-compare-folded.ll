; refines
define i1 @src(ptr %p) {
  %a = alloca i32
  %c = icmp eq ptr %a, %p
  ret i1 %c
}
define i1 @tgt(ptr %p) {
  ret i1 false
}
