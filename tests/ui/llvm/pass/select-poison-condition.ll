; returns poison
define i32 @main() {
  %r = select i1 poison, i32 1, i32 1
  ret i32 %r
}
