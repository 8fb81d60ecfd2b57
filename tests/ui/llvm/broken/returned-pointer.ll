; broken
define ptr @src(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 4
  %r = getelementptr i8, ptr %q, i64 4
  ret ptr %r
}

define ptr @tgt(ptr %p) {
  %r = getelementptr i8, ptr %p, i64 4
  ret ptr %r
}
