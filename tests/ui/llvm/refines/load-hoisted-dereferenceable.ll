; refines
define i32 @src(i1 %c, ptr align 4 dereferenceable(4) %p) {
  br i1 %c, label %a, label %b
a:
  %v = load i32, ptr %p
  ret i32 %v
b:
  ret i32 0
}

define i32 @tgt(i1 %c, ptr align 4 dereferenceable(4) %p) {
  %v = load i32, ptr %p
  %f = freeze i1 %c
  %r = select i1 %f, i32 %v, i32 0
  ret i32 %r
}
