; broken
define ptr @id(ptr %v) {
  ret ptr %v
}
define ptr @src(ptr %p) {
  ret ptr %p
}

define ptr @tgt(ptr %p) {
  %q = call nonnull ptr @id(ptr %p)
  ret ptr %q
}
