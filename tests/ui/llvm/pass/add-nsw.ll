; returns 2147483647 (0x7fffffff)
define i32 @main() {
  %r = add nsw i32 2147483646, 1
  ret i32 %r
}
