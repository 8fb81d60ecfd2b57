; returns poison
define i32 @main() {
  %r = and i32 poison, 0
  ret i32 %r
}
