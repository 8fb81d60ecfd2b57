; returns 2
define i32 @main() {
  %x = fadd half 0xH3C00, 0xH3C00
  %r = fptosi half %x to i32
  ret i32 %r
}
