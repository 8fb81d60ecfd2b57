; returns 4294967295 (0xffffffff)
define i32 @main() {
  %r = or i32 undef, -1
  ret i32 %r
}
