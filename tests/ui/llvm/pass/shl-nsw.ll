; returns 1073741824 (0x40000000)
define i32 @main() {
  %r = shl nsw i32 1, 30
  ret i32 %r
}
