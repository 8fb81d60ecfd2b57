; returns 4294967293 (0xfffffffd)
define i32 @main() {
  %r = sdiv i32 -7, 2
  ret i32 %r
}
