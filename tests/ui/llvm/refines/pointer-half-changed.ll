; refines
define void @src(ptr %p, ptr %q) {
  store ptr %q, ptr %p, align 4
  %h = getelementptr i8, ptr %p, i64 4
  %v = load i32, ptr %h, align 4
  %w = add i32 %v, 1
  store i32 %w, ptr %h, align 4
  ret void
}
define void @tgt(ptr %p, ptr %q) {
  %h = getelementptr i8, ptr %p, i64 4
  store ptr %q, ptr %p, align 4
  %v = load i32, ptr %h, align 4
  %w = add i32 %v, 1
  store i32 %w, ptr %h, align 4
  ret void
}
