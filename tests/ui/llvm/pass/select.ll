; returns 1
define i32 @main() {
  %r = select i1 true, i32 1, i32 poison
  ret i32 %r
}
