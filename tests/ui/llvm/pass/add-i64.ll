; returns 1
define i64 @main() {
  %r = add i64 -1, 2
  ret i64 %r
}
