; refines
declare ptr @f()
define i8 @src() {
  %p = call nonnull ptr @f()
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt() {
  %p = call ptr @f()
  %v = load i8, ptr %p
  ret i8 %v
}
