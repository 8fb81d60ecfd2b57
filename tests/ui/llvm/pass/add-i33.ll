; returns 0
define i33 @main() {
  %r = add i33 8589934591, 1
  ret i33 %r
}
