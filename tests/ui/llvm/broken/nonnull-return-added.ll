; broken
define ptr @src(ptr %p) {
  ret ptr %p
}
define nonnull ptr @tgt(ptr %p) {
  ret ptr %p
}
