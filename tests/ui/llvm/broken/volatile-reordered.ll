; broken
define i32 @src(ptr %p, ptr %q) {
  %a = load volatile i32, ptr %p
  %b = load volatile i32, ptr %q
  %r = add i32 %a, %b
  ret i32 %r
}

define i32 @tgt(ptr %p, ptr %q) {
  %b = load volatile i32, ptr %q
  %a = load volatile i32, ptr %p
  %r = add i32 %a, %b
  ret i32 %r
}
