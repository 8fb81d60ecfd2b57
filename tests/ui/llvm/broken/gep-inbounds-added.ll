; broken
define ptr @src(ptr %p, i64 %i) {
  %r = getelementptr i32, ptr %p, i64 %i
  ret ptr %r
}

define ptr @tgt(ptr %p, i64 %i) {
  %r = getelementptr inbounds i32, ptr %p, i64 %i
  ret ptr %r
}
