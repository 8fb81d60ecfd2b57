; stops not-a-function
@g = global i32 5
define i32 @main() {
  %r = call i32 @g(i32 4)
  ret i32 %r
}
