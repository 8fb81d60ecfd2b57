; refines
declare ptr @strchr(ptr, i32)
declare i64 @strlen(ptr)
define ptr @src(ptr %s) {
  %p = call ptr @strchr(ptr %s, i32 256)
  ret ptr %p
}
define ptr @tgt(ptr %s) {
  %n = call i64 @strlen(ptr %s)
  %p = getelementptr inbounds i8, ptr %s, i64 %n
  ret ptr %p
}
