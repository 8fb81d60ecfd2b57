; returns 0
define i1 @main() {
  %r = add i1 1, 1
  ret i1 %r
}
