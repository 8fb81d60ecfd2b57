; returns 2
define i32 @main() {
  %x = fadd x86_fp80 0xK3FFF8000000000000000, 0xK3FFF8000000000000000
  %r = fptosi x86_fp80 %x to i32
  ret i32 %r
}
