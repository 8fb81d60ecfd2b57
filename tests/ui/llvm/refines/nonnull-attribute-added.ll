; refines
define ptr @id(ptr %v) {
  ret ptr %v
}
define ptr @src(ptr %p) {
  ret ptr %p
}

define ptr @tgt(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 0
  ret ptr %q
}
