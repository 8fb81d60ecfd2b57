; returns poison
define i32 @main() {
  %r = udiv i32 poison, 3
  ret i32 %r
}
