; returns 2147395600 (0x7ffea810)
define i32 @main() {
  %r = mul nsw i32 46340, 46340
  ret i32 %r
}
