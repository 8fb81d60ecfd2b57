; returns 1
define ptr @f(ptr dereferenceable(4) %x) {
  ret ptr %x
}
define i32 @main() {
  %p = alloca i32
  %r = call ptr @f(ptr %p)
  %c = freeze ptr %r
  ret i32 1
}
