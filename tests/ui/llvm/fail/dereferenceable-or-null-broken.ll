; stops dereferenceable
define ptr @f(ptr dereferenceable_or_null(8) %x) {
  ret ptr %x
}
define i32 @main() {
  %p = alloca i32
  %r = call ptr @f(ptr %p)
  ret i32 1
}
