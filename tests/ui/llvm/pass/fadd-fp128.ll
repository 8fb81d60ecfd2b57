; returns 2
define i32 @main() {
  %x = fadd fp128 0xL00000000000000003FFF000000000000, 0xL00000000000000003FFF000000000000
  %r = fptosi fp128 %x to i32
  ret i32 %r
}
