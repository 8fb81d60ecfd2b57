; returns 253 (0xfd)
define i8 @main() {
  %r = fptosi double -3.9 to i8
  ret i8 %r
}
