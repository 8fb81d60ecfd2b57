; stops dereferenceable
define ptr @f(ptr dereferenceable(4) %x) {
  ret ptr %x
}
define i32 @main() {
  %p = alloca i32
  %r = call ptr @f(ptr null)
  ret i32 1
}
