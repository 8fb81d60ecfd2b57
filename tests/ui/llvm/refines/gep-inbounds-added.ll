; refines
define ptr @src(ptr %p, i64 %i) {
  %r = getelementptr i32, ptr %p, i64 %i
  ret ptr %r
}

define ptr @tgt(ptr %p, i64 %i) {
  %m = mul i64 %i, 4
  %r = getelementptr i8, ptr %p, i64 %m
  ret ptr %r
}
