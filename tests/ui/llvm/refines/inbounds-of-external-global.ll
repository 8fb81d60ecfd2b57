; refines
@g = external global i8
define ptr @src() {
  %p = getelementptr i8, ptr @g, i64 4
  ret ptr %p
}
define ptr @tgt() {
  %p = getelementptr inbounds i8, ptr @g, i64 4
  ret ptr %p
}
