; returns 4294967295 (0xffffffff)
define i32 @main() {
  %r = ashr exact i32 -8, 3
  ret i32 %r
}
