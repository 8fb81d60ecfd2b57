; returns 7
define i32 @main() {
  %r = freeze i32 7
  ret i32 %r
}
