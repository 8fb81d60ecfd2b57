; returns 15 (0xf)
define i32 @main() {
  %r = or disjoint i32 12, 3
  ret i32 %r
}
