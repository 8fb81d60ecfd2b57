; returns 2
define i32 @main() {
  %x = fadd bfloat 0xR3F80, 0xR3F80
  %r = fptosi bfloat %x to i32
  ret i32 %r
}
