; stops noundef
define ptr @f(ptr nonnull noundef %x) {
  ret ptr %x
}
define i32 @main() {
  %p = alloca i32
  %r = call ptr @f(ptr null)
  ret i32 1
}
