; broken
@g = global i32 0
define i32 @src() {
  %v = load i32, ptr @g
  ret i32 %v
}
define i32 @tgt() memory(none) {
  %v = load i32, ptr @g
  ret i32 %v
}
