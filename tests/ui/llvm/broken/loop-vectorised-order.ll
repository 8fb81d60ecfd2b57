; broken
define void @src(ptr %p) {
  %a = load i32, ptr %p
  %q = getelementptr i32, ptr %p, i64 1
  store i32 %a, ptr %q
  %b = load i32, ptr %q
  %r = getelementptr i32, ptr %p, i64 2
  store i32 %b, ptr %r
  ret void
}

define void @tgt(ptr %p) {
  %v = load <2 x i32>, ptr %p, align 4
  %q = getelementptr i32, ptr %p, i64 1
  store <2 x i32> %v, ptr %q, align 4
  ret void
}
