; returns 4294967292 (0xfffffffc)
define i32 @main() {
  %r = ashr i32 -16, 2
  ret i32 %r
}
