; returns 0xfffffffffffffffffffffffffffffffe
define i128 @main() {
  %r = add i128 -1, -1
  ret i128 %r
}
