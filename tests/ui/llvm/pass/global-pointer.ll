; returns 5
@g = global i32 5
@p = global ptr @g
define i32 @main() {
  %p = load ptr, ptr @p
  %r = load i32, ptr %p
  ret i32 %r
}
