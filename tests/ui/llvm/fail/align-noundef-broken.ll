; stops noundef
define ptr @f(ptr align 8 noundef %x) {
  ret ptr %x
}
define i32 @main() {
  %p = alloca [16 x i8], align 8
  %q = getelementptr i8, ptr %p, i64 4
  %r = call ptr @f(ptr %q)
  ret i32 1
}
