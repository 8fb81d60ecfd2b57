; stops dereferenceable
define ptr @f(ptr dereferenceable(4) %x) {
  ret ptr %x
}
define i32 @main() {
  %p = alloca i32
  %q = getelementptr i8, ptr %p, i64 1
  %r = call ptr @f(ptr %q)
  ret i32 1
}
