; refines
define ptr @src(ptr %p, i64 %i) {
  %a = add nsw i64 %i, 4
  %g = getelementptr inbounds i32, ptr %p, i64 %a
  ret ptr %g
}
define ptr @tgt(ptr %p, i64 %i) {
  %g = getelementptr i32, ptr %p, i64 %i
  %h = getelementptr i32, ptr %g, i64 4
  ret ptr %h
}
