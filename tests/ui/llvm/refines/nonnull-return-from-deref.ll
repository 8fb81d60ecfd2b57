; refines
define ptr @src(ptr dereferenceable(1) %p) {
  ret ptr %p
}
define nonnull ptr @tgt(ptr dereferenceable(1) %p) {
  ret ptr %p
}
