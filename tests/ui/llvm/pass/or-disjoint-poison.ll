; returns poison
define i32 @main() {
  %r = or disjoint i32 12, 4
  ret i32 %r
}
