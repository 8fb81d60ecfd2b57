; returns 4294967293 (0xfffffffd)
define i32 @main() {
  %r = srem i32 -7, 4
  ret i32 %r
}
