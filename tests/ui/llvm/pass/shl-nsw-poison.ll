; returns poison
define i32 @main() {
  %r = shl nsw i32 1, 31
  ret i32 %r
}
