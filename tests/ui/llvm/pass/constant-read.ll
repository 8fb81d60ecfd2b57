; returns 5
@c = constant i32 5
define i32 @main() {
  %r = load i32, ptr @c
  ret i32 %r
}
