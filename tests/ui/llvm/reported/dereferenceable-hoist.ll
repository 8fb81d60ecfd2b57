; broken
; LICM with dereferenceable(4) on an eight-byte load.
define i64 @src(ptr dereferenceable(4) %p, i1 %c) {
  br i1 %c, label %a, label %b
a:
  %v = load i64, ptr %p, align 1
  ret i64 %v
b:
  ret i64 0
}

define i64 @tgt(ptr dereferenceable(4) %p, i1 %c) {
  %v = load i64, ptr %p, align 1
  br i1 %c, label %a, label %b
a:
  ret i64 %v
b:
  ret i64 0
}
