; broken
define ptr @src(ptr %p) {
  %a = getelementptr i8, ptr %p, i64 -8
  %r = getelementptr inbounds i8, ptr %a, i64 4
  ret ptr %r
}

define ptr @tgt(ptr %p) {
  %b = getelementptr inbounds i8, ptr %p, i64 4
  %r = getelementptr inbounds i8, ptr %b, i64 -8
  ret ptr %r
}
