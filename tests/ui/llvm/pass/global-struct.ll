; returns 8
@g = global {i8, i32} {i8 1, i32 8}
define i32 @main() {
  %p = getelementptr {i8, i32}, ptr @g, i32 0, i32 1
  %r = load i32, ptr %p
  ret i32 %r
}
