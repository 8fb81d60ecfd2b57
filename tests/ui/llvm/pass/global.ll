; returns 6
@g = global i32 5
define i32 @main() {
  store i32 6, ptr @g
  %r = load i32, ptr @g
  ret i32 %r
}
