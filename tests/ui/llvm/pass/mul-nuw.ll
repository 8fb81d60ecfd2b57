; returns 4294967295 (0xffffffff)
define i32 @main() {
  %r = mul nuw i32 65535, 65537
  ret i32 %r
}
