; broken
declare ptr @ext(ptr)
define ptr @src(ptr %p) {
  %r = call ptr @ext(ptr %p)
  ret ptr %r
}
define ptr @tgt(ptr %p) {
  %r = call ptr @ext(ptr %p)
  ret ptr %p
}
