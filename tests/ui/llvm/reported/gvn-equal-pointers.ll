; broken
; GVN: after p == q the one pointer replaced the other, although q may be one past its object.
define i8 @src(ptr %p, ptr %q) {
  %e = getelementptr inbounds i8, ptr %q, i64 4
  %c = icmp eq ptr %p, %e
  br i1 %c, label %a, label %b
a:
  store i8 1, ptr %p
  ret i8 1
b:
  ret i8 0
}

define i8 @tgt(ptr %p, ptr %q) {
  %e = getelementptr inbounds i8, ptr %q, i64 4
  %c = icmp eq ptr %p, %e
  br i1 %c, label %a, label %b
a:
  store i8 1, ptr %e
  ret i8 1
b:
  ret i8 0
}
